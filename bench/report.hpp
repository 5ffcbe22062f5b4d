#pragma once

#include <benchmark/benchmark.h>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

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
    std::map<std::string, double> values;  // by counter; for times "<counter>/<corpus letter>"
  };

  Row& row_of(const std::string& name);
  void write_throughput(std::ostream& out) const;
  void write_calls(std::ostream& out) const;
  void write_figures(std::ostream& out) const;

  std::vector<Row> rows_;
  bool has_failed_ = false;
};

}  // namespace bench
