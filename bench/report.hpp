#pragma once

#include <benchmark/benchmark.h>

#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness.hpp"

namespace bench {

/// Prints google-benchmark's own table while it runs and keeps the medians for Markdown tables.
class Report : public benchmark::ConsoleReporter {
 public:
  explicit Report(OutputOptions options);

  void ReportRuns(const std::vector<Run>& runs) override;

  /// True if a benchmark ended in an error.
  [[nodiscard]] bool has_failed() const { return has_failed_; }

  /// Writes machine, corpora and one table for each kind of row.
  void write_markdown(std::ostream& out) const;

 private:
  struct Row {
    std::string name;
    // By counter; for times "<counter>/<corpus letter>" or "<counter>/<pace>".
    std::map<std::string, double> values;
  };

  Row& row_of(const std::string& name);
  [[nodiscard]] const Row* find(std::string_view name) const;
  void write_throughput(std::ostream& out) const;
  void write_calls(std::ostream& out) const;
  void write_paced(std::ostream& out, Against against) const;
  [[nodiscard]] std::string paced_cell(const PacedRow& row, const std::string& pace) const;
  void write_figures(std::ostream& out) const;

  std::vector<Row> rows_;
  bool has_failed_ = false;
};

}  // namespace bench
