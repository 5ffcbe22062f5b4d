#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "harness.hpp"
#include "machine.hpp"
#include "peers.hpp"
#include "texts.hpp"

// tagstream_peers texts FOLDER MIB   writes what everybody reads
// tagstream_peers run FOLDER         reads it; a line of JSON for each peer and text:
//                                    {"job", "peer", "text", "seen", "seconds"}; without the last
//                                    two: it refuses the text
// tagstream_peers machine            names it

namespace {

bool is_for(const peers::Peer& peer, const std::string& name) {
  if (peer.job == "pair") return name == "pair.txt";
  if (peer.job == "pieces") return name.starts_with("answer-");
  return name.size() == 5;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void run(const peers::Peer& peer, const std::filesystem::path& path) {
  const std::string text = read(path);
  std::printf(R"({"job": "%s", "peer": "%s", "text": "%s")", peer.job.c_str(), peer.name.c_str(),
              path.filename().c_str());
  if (const auto seen = peer.read(text)) {
    const double seconds = bench::seconds_per_pass<3>(0.1, [&] { (void)peer.read(text); });
    std::printf(R"(, "seen": %llu, "seconds": %.9f)", static_cast<unsigned long long>(*seen),
                seconds);
  }
  std::puts("}");
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 3 && arguments[0] == "texts") {
    const std::size_t mib = std::strtoul(arguments[2].c_str(), nullptr, 10);
    if (mib != 0 && peers::write_texts(arguments[1], mib << 20)) return 0;
    std::fprintf(stderr, "cannot write %s MiB into %s\n", argv[3], argv[2]);
    return 1;
  }
  if (arguments.size() == 1 && arguments[0] == "machine") {
    std::puts((bench::cpu_name() + "; " + bench::build_name()).c_str());
    return 0;
  }
  if (arguments.size() != 2 || arguments[0] != "run") {
    std::fputs("usage: tagstream_peers texts FOLDER MIB | run FOLDER | machine\n", stderr);
    return 2;
  }
  std::vector<peers::Peer> all;
  peers::add_own(all);
  peers::add_markup(all);
  peers::add_patterns(all);
  std::vector<std::filesystem::path> texts;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
    texts.push_back(entry.path());
  }
  std::sort(texts.begin(), texts.end());
  for (const peers::Peer& peer : all) {
    for (const std::filesystem::path& text : texts) {
      if (is_for(peer, text.filename())) run(peer, text);
    }
  }
  return 0;
}
