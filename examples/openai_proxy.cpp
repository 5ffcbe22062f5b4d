// A proxy that makes native calls of a model's markup: openai_proxy PORT UPSTREAM_PORT DIALECT
#include <netinet/in.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include "tagstream/wire/rewriter.hpp"

// A body as it comes. In chunks, each has a line with its length before it, in hexadecimal digits.
struct Body {
  bool is_in_chunks = false;
  size_t left = 0;  // of the chunk
  std::string line;

  void take(std::string_view bytes, std::string& out) {
    while (!bytes.empty()) {
      const size_t size = is_in_chunks ? std::min(left, bytes.size()) : bytes.size();
      out += bytes.substr(0, size);
      bytes.remove_prefix(size);
      if (!is_in_chunks || (left -= size) != 0 || bytes.empty()) continue;
      line += bytes[0];
      bytes.remove_prefix(1);
      if (line.back() == '\n') left = strtoul(std::exchange(line, {}).c_str(), nullptr, 16);
    }
  }
};

// A head without what is about one connection alone.
static std::string read_head(FILE* from, size_t& length, Body& body) {
  std::string head;
  char line[16384];
  while (fgets(line, sizeof line, from) != nullptr && line[0] != '\r') {
    const auto is = [&](const char* name) { return strncasecmp(line, name, strlen(name)) == 0; };
    if (is("content-length:")) length = strtoul(line + 15, nullptr, 10);
    if (is("transfer-encoding:")) body.is_in_chunks = true;
    const bool is_left_out = is("content-length:") || is("transfer-encoding:") ||
                             is("connection:") || is("accept-encoding:");
    if (!is_left_out) head += line;
  }
  return head;
}

static void serve(int client, int server, const tagstream::Rules& rules) {
  FILE* const request = fdopen(client, "r");
  FILE* const answer = fdopen(server, "r");
  if (answer != nullptr) setvbuf(answer, nullptr, _IONBF, 0);  // what follows its head stays there
  size_t length = 0;
  Body asked, answered;
  std::string head = read_head(request, length, asked), body;
  for (int c; body.size() < length && (c = fgetc(request)) != EOF;) body += static_cast<char>(c);
  if (const size_t at = head.find(" HTTP/1.1"); at != head.npos) head[at + 8] = '0';  // no chunks
  dprintf(server, "%sConnection: close\r\nContent-Length: %zu\r\n\r\n", head.c_str(), body.size());
  head = write(server, body.data(), body.size()) >= 0 ? read_head(answer, length, answered) : "";
  if (head.empty()) head = "HTTP/1.1 502 Bad Gateway\r\n";
  dprintf(client, "%sConnection: close\r\n\r\n", head.c_str());
  const bool is_stream = head.find("text/event-stream") != head.npos;
  tagstream::wire::Rewriter rewriter(rules);
  const auto send = [=](std::string_view s) { return write(client, s.data(), s.size()) >= 0; };
  char bytes[65536];
  for (ssize_t n = (body.clear(), 0); (n = read(server, bytes, sizeof bytes)) > 0;) {
    answered.take({bytes, static_cast<size_t>(n)}, body);
    if (is_stream && !send(rewriter.feed(std::exchange(body, {})))) break;
  }
  send(is_stream ? std::string(rewriter.finish()) : tagstream::wire::rewrite_answer(rules, body));
  for (FILE* file : {request, answer}) file == nullptr ? 0 : fclose(file);
}

int main(int count, char** words) {
  const auto rules = tagstream::Rules::make({.dialect = count == 4 ? words[3] : ""});
  if (!rules) return fprintf(stderr, "%s\n", rules.error().message.c_str()), 2;
  const auto open = [words](int word, auto use) {
    const auto port = htons(static_cast<uint16_t>(atoi(words[word])));
    const sockaddr_in at = {AF_INET, port, {htonl(INADDR_LOOPBACK)}, {}};
    const int n = socket(AF_INET, SOCK_STREAM, 0);
    return use(n, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0 ? n : (close(n), -1);
  };
  signal(SIGPIPE, SIG_IGN);
  const int door = open(1, bind);
  const bool is_open = listen(door, 64) == 0;
  while (is_open) {
    const int client = accept(door, nullptr, nullptr);
    if (client >= 0) std::thread([=] { serve(client, open(2, connect), *rules); }).detach();
  }
}
