#include "report.hpp"

#include <cstdio>
#include <ostream>

#include "corpus.hpp"
#include "machine.hpp"

namespace bench {
namespace {

std::string fixed(double value, int digits) {
  char text[64] = {};
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string key(const char* counter, Corpus corpus) {
  return std::string(counter) + '/' + letter(corpus);
}

/// "filter/whole/b" gives "/b", "answers/tools/whole" gives "/whole"; a row that has neither corpus
/// nor pace gives nothing.
std::string suffix_of(const std::string& name) {
  for (const Pace& pace : paces) {
    std::string suffix = std::string("/") + pace.name;
    if (name.ends_with(suffix)) return suffix;
  }
  const std::size_t size = name.size();
  if (size < 2 || name[size - 2] != '/') return {};
  for (const Corpus corpus : corpora) {
    if (name[size - 1] == letter(corpus)) return name.substr(size - 2);
  }
  return {};
}

void write_line(std::ostream& out, const std::vector<std::string>& cells) {
  out << '|';
  for (const std::string& cell : cells) out << ' ' << cell << " |";
  out << '\n';
}

void write_head(std::ostream& out, const std::vector<std::string>& cells) {
  write_line(out, cells);
  out << "|---|";
  for (std::size_t i = 1; i < cells.size(); ++i) out << "--:|";
  out << '\n';
}

void write_corpus(std::ostream& out, Corpus corpus) {
  const std::string_view text = text_of(corpus);
  std::string name = std::string(1, letter(corpus)) + ", ";
  name += description(corpus);
  write_line(out, {name, std::to_string(text.size()), fixed(bytes_per_lt(text), 1)});
}

void write_corpora(std::ostream& out) {
  write_head(out, {"corpus", "bytes", "bytes per '<'"});
  for (const Corpus corpus : corpora) write_corpus(out, corpus);
  write_corpus(out, Corpus::calls);
  out << '\n';
}

}  // namespace

Report::Report(OutputOptions options) : ConsoleReporter(options) {
  for (const std::string& name : row_names()) rows_.push_back({name, {}});
}

Report::Row& Report::row_of(const std::string& name) {
  for (Row& row : rows_) {
    if (row.name == name) return row;
  }
  rows_.push_back({name, {}});
  return rows_.back();
}

const Report::Row* Report::find(std::string_view name) const {
  for (const Row& row : rows_) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

void Report::ReportRuns(const std::vector<Run>& runs) {
  ConsoleReporter::ReportRuns(runs);
  for (const Run& run : runs) {
    has_failed_ = has_failed_ || run.error_occurred;
    const bool is_median = run.run_type == Run::RT_Aggregate && run.aggregate_name == "median";
    const bool is_single = run.run_type == Run::RT_Iteration && run.repetitions <= 1;
    if (run.error_occurred || !(is_median || is_single)) continue;
    const std::string suffix = suffix_of(run.run_name.function_name);
    const std::string& name = run.run_name.function_name;
    Row& row = row_of(name.substr(0, name.size() - suffix.size()));
    for (const auto& [counter, value] : run.counters) row.values[counter + suffix] = value.value;
  }
}

void Report::write_throughput(std::ostream& out) const {
  const Row* const ceiling = find(ceiling_row);
  if (ceiling == nullptr) return;
  write_head(out, {"MB/s, and x memchr", "a", "b", "c", "d"});
  for (const Row& row : rows_) {
    std::vector<std::string> cells = {row.name};
    for (const Corpus corpus : corpora) {
      const std::string wanted = key(bytes_per_second_counter, corpus);
      const auto mine = row.values.find(wanted);
      if (mine == row.values.end()) continue;
      const auto limit = ceiling->values.find(wanted);
      cells.push_back(fixed(mine->second / 1e6, 0));
      if (&row == ceiling || limit == ceiling->values.end()) continue;
      cells.back() += " (" + fixed(mine->second / limit->second, 2) + ")";
    }
    if (cells.size() > 1) write_line(out, cells);
  }
  out << '\n';
}

void Report::write_calls(std::ostream& out) const {
  bool has_head = false;
  for (const Row& row : rows_) {
    std::vector<std::string> cells = {row.name};
    for (const Corpus corpus : corpora) {
      const auto value = row.values.find(key(seconds_per_call_counter, corpus));
      if (value != row.values.end()) cells.push_back(fixed(value->second * 1e9, 1));
    }
    if (cells.size() == 1) continue;
    if (!has_head) write_head(out, {"ns per feed", "a", "b", "c", "d"});
    has_head = true;
    write_line(out, cells);
  }
  if (has_head) out << '\n';
}

// "1234 (0.56)", "1234" for a reference, nothing for what was not run.
std::string Report::paced_cell(const PacedRow& row, const std::string& pace) const {
  const std::string prefix = std::string(bytes_per_second_counter) + '/';
  const Row* const own = find(row.name);
  const auto mine = own->values.find(prefix + pace);
  if (mine == own->values.end()) return {};
  std::string cell = fixed(mine->second / 1e6, 0);
  const Row* const reference = find(row.reference);
  if (reference == own || reference == nullptr) return cell;
  const std::string wanted = row.against == Against::sweep ? paces.front().name : pace;
  const auto other = reference->values.find(prefix + wanted);
  if (other == reference->values.end()) return cell;
  const double share = mine->second / other->second;
  return cell + " (" + fixed(row.against == Against::sweep ? share : 1 / share, 2) + ")";
}

void Report::write_paced(std::ostream& out, Against against) const {
  bool has_head = false;
  for (const PacedRow& row : paced_rows()) {
    std::vector<std::string> cells = {row.name};
    bool has_any = false;
    for (const Pace& pace : paces) {
      cells.push_back(paced_cell(row, pace.name));
      has_any = has_any || !cells.back().empty();
    }
    if (!has_any || row.against != against) continue;
    const char* const title =
        against == Against::sweep ? "MB/s, and x memchr" : "MB/s, and cost per byte x that of text";
    if (!has_head) write_head(out, {title, "whole", "4 KiB", "4 bytes"});
    has_head = true;
    write_line(out, cells);
  }
  if (has_head) out << '\n';
}

void Report::write_figures(std::ostream& out) const {
  std::vector<std::string> head;  // of the table that is open; other counters begin another
  for (const Row& row : rows_) {
    if (row.values.empty() || row.values.begin()->first.find('/') != std::string::npos) continue;
    std::vector<std::string> names = {"count"};
    std::vector<std::string> cells = {row.name};
    for (const auto& [counter, value] : row.values) {
      names.push_back(counter);
      cells.push_back(fixed(value, 0));
    }
    if (names != head) {
      if (!head.empty()) out << '\n';
      write_head(out, names);
      head = names;
    }
    write_line(out, cells);
  }
  if (!head.empty()) out << '\n';
}

void Report::write_markdown(std::ostream& out) const {
  out << today() << "; " << cpu_name() << "; " << build_name() << ". CPU time, medians.\n\n";
  write_corpora(out);
  write_throughput(out);
  write_calls(out);
  write_paced(out, Against::sweep);
  write_paced(out, Against::text);
  write_figures(out);
}

}  // namespace bench
