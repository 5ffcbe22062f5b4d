// A proxy that makes native calls of a model's markup: openai_proxy PORT UPSTREAM_PORT DIALECT
#include <netinet/in.h>
#include <unistd.h>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>
#include "tagstream/wire/rewriter.hpp"

// A head without what is about one connection alone.
static std::string read_head(FILE* from, size_t& length) {
  std::string head;
  char line[16384];
  while (fgets(line, sizeof line, from) != nullptr && line[0] != '\r') {
    const auto is = [&](const char* name) { return strncasecmp(line, name, strlen(name)) == 0; };
    if (is("content-length:")) length = strtoul(line + 15, nullptr, 10);
    if (!is("content-length:") && !is("connection:") && !is("accept-encoding:")) head += line;
  }
  return head;
}

static void serve(int client, int server, const tagstream::Rules& rules) {
  FILE* const request = fdopen(client, "r");
  FILE* const answer = fdopen(server, "r");
  if (answer != nullptr) setvbuf(answer, nullptr, _IONBF, 0);  // what follows its head stays there
  size_t length = 0;
  std::string head = read_head(request, length), body;
  for (int c; body.size() < length && (c = fgetc(request)) != EOF;) body += static_cast<char>(c);
  if (const size_t at = head.find(" HTTP/1.1"); at != head.npos) head[at + 8] = '0';  // no chunks
  dprintf(server, "%sConnection: close\r\nContent-Length: %zu\r\n\r\n", head.c_str(), body.size());
  head = write(server, body.data(), body.size()) >= 0 ? read_head(answer, length) : "";
  if (head.empty()) head = "HTTP/1.1 502 Bad Gateway\r\n";
  dprintf(client, "%sConnection: close\r\n\r\n", head.c_str());
  const bool is_stream = head.find("text/event-stream") != head.npos;
  tagstream::wire::Rewriter rewriter(rules);
  const auto send = [=](std::string_view s) { return write(client, s.data(), s.size()) >= 0; };
  char bytes[65536];
  for (ssize_t n = (body.clear(), 0); (n = read(server, bytes, sizeof bytes)) > 0;) {
    body.append(bytes, static_cast<size_t>(n));
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
