#pragma once

#include <cstddef>
#include <filesystem>

namespace peers {

/// Writes what everybody reads into `folder`: `a.xml`, `b.xml` and `c.xml`, the corpora of the
/// benchmarks made well-formed; `d.txt` and `pair.txt`, two as they are; and answers of a model
/// from 4 to 256 KiB, `answer-4.txt` and so on. Each corpus has `bytes`.
/// False: a file can't be written.
[[nodiscard]] bool write_texts(const std::filesystem::path& folder, std::size_t bytes);

}  // namespace peers
