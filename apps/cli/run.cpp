#include "run.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>

#include "format_hint.hpp"
#include "io/interrupt.hpp"
#include "io/progress.hpp"
#include "io/terminal.hpp"
#include "missed.hpp"
#include "records.hpp"
#include "snapshot_lines.hpp"
#include "tagstream/json.hpp"
#include "tagstream/wire/stream_reader.hpp"

namespace tagstream::cli {

namespace {

// A choice of a stream, and its processor.
struct Choice {
  std::string deferred;  // output that must not mix with that of the first choice
  std::unique_ptr<Output> own;
  std::unique_ptr<Processor> processor;
  bool has_begun = false;  // the choice has got any piece
  bool has_ended = false;  // the server has said why
};

// Notes wait until something is read: if nothing can be, one message takes their place.
constexpr std::size_t most_waiting_notes = 1000;

class Runner {
 public:
  Runner(const Arguments& arguments, const MakeProcessor& make_processor,
         const SayNothing& say_nothing, const std::function<void(const Input&)>& on_open)
      : arguments_(arguments),
        make_processor_(make_processor),
        say_nothing_(say_nothing),
        on_open_(on_open) {
    if (arguments.list) output_ = std::make_unique<Output>([](std::string&) {});
    if (!arguments.list) output_ = std::make_unique<Output>();
    if (arguments.quiet) notes_.set_quiet();
    has_names_ = arguments.with_filename || (files().size() > 1 && !arguments.no_filename);
  }

  int run() {
    for (const std::string& file : files()) {
      if (is_interrupted()) break;
      read_file(file);
    }
    if (arguments_.summary) print_summary();
    output_->flush();
    return end();
  }

 private:
  [[nodiscard]] std::vector<std::string> files() const {
    return arguments_.files.empty() ? std::vector<std::string>{"-"} : arguments_.files;
  }

  // One object for all answers: {"answers":2,"tool_calls":{"rain":1},"tool_call_errors":{},...}.
  void print_summary() {
    output_->set_label({});
    write_object(*output_, [&](JsonWriter& json) {
      const auto counts = [&](std::string_view name, const Summary::Counts& all) {
        json.key(name).begin_object();
        for (const auto& [word, count] : all) json.field(word, count);
        json.end_object();
      };
      json.field("answers", all_.summary.answers);
      counts("tool_calls", all_.summary.calls);
      counts("tool_call_errors", all_.summary.errors);
      counts("notices", all_.summary.notices);
    });
  }

  // A file that can't be read does not keep other files from being read.
  void read_file(const std::string& file) {
    if (files().size() > 1) notes_.set_file(file);
    try {
      read(file);
    } catch (const Failure& failure) {
      progress_.reset();
      make_room();
      if (files().size() == 1) throw;
      output_->flush();
      failed_ = std::max<int>(failed_, failure.code());
      write_message(failure.what());
    }
  }

  void read(const std::string& file) {
    Input input(file, arguments_.chunk_size, arguments_.from != InputForm::text);
    if (on_open_) on_open_(input);
    say_what_is_read(file);
    name_ = file == "-" ? "(standard input)" : file;
    progress_.emplace(input.size(), !arguments_.quiet);
    choices_.clear();
    AnswerResult result = arguments_.from == InputForm::jsonl ? read_jsonl(input) : read(input);
    progress_.reset();
    if (arguments_.list && (result.findings.has_found || result.findings.is_malformed))
      print(name_ + "\n");
    end_file(std::move(result));
    input.check();
  }

  // A user who has named no file may not know that the program waits for standard input.
  void say_what_is_read(const std::string& file) const {
    if (arguments_.quiet || file != "-" || isatty(STDIN_FILENO) != 1 || isatty(STDERR_FILENO) != 1)
      return;
    static_cast<void>(write_error(
        "tagstream: reads what is typed or pasted here, until Ctrl-D (or name a FILE)\n"));
  }

  // Prints the notes about a file on standard error, after all of its output.
  void end_file(AnswerResult result) {
    if (result.limit && files().size() > 1) {
      notes_.add_error(result.limit->message, fmt::format("byte {}", result.limit->offset));
      result.limit.reset();
      result.is_stopped = true;
    }
    output_->end_text();
    if (!result.limit) {
      output_->flush();
      end_notes();
    }
    all_.add(result);
  }

  // The label of lines of JSON: `"file":"a",`, and `"choice":1,` if there are several choices.
  [[nodiscard]] std::string label(std::optional<std::uint32_t> choice = {}) const {
    std::string label;
    JsonWriter json(label);
    if (has_names_) json.field("file", name_);
    if (choice) json.field("choice", *choice);
    return label.empty() ? label : label + ',';
  }

  void set_heading(const Processor& processor, std::optional<std::uint32_t> choice) {
    if (processor.shape() != Shape::plain || (!has_names_ && !choice)) return;
    std::string heading = has_names_ ? printable(name_) : "";
    if (choice) heading += fmt::format("{}choice {}", heading.empty() ? "" : ", ", *choice);
    output_->set_heading(fmt::format("==> {} <==", heading));
  }

  void write_notes() {
    if (notes_.size() > most_waiting_notes) return end_notes();
    if (!notes_.empty()) write(notes_.take());
  }

  void end_notes() { write(notes_.end()); }

  void write(const std::string& notes) {
    if (notes.empty()) return;
    has_said_ = true;
    if (progress_) progress_->erase();
    make_room();
    static_cast<void>(write_error(notes));
  }

  // Where the output and messages go to one terminal, pipe or file, a message begins a line of its
  // own.
  void make_room() {
    output_->end_text();
    if (!has_one_end_) return;
    if (progress_ && !choices_.empty()) first().make_room();
    if (!output_->ends_line()) output_->styled("\n");
    output_->flush();
  }

  // Feeds the input piece by piece, until `feed` returns false.
  void read_pieces(Input& input, const std::function<bool(std::string_view)>& feed) {
    std::uint64_t done = 0;
    bool goes_on = true;
    while (goes_on && !is_interrupted()) {
      if (input.must_read()) {
        first().rest();
        output_->flush();
        progress_->update(done);
      }
      const std::string_view piece = input.next();
      if (piece.empty()) break;
      done += piece.size();
      goes_on = feed(piece);
      if (goes_on && (has_read_ || notes_.size() > most_waiting_notes)) write_notes();
    }
    progress_->erase();
    if (done == 0) input.check();  // of nothing there is no output
  }

  // The processor of the choice that is printed as it comes. A text is such a choice.
  [[nodiscard]] Processor& first() { return *choices_.begin()->second.processor; }

  // Reads a text, or a server's stream.
  AnswerResult read(Input& input) {
    std::optional<wire::StreamReader> stream;
    std::optional<SnapshotLines> snapshots;
    has_ended_ = has_failed_ = false;
    has_read_ = arguments_.from == InputForm::text;
    set_heading(*choice_of(0).processor, {});
    if (arguments_.from != InputForm::text) {
      wire::StreamOptions options;
      if (arguments_.from == InputForm::ndjson) options.framing = wire::Framing::ndjson;
      options.payload = {arguments_.api, arguments_.snapshots};
      options.max_event_bytes = arguments_.max_event_bytes.value_or(options.max_event_bytes);
      stream.emplace(options);
    } else if (arguments_.snapshots) {
      snapshots.emplace(arguments_, first(), *output_);
    }
    FormatHint hint(arguments_);
    std::uint64_t size = 0;
    bool goes_on = true;
    read_pieces(input, [&](std::string_view piece) {
      size += piece.size();
      is_empty_ = false;
      hint.see(piece);
      if (stream) return goes_on = see(stream->feed(piece));
      return snapshots ? snapshots->feed(piece) : !first().feed(piece);
    });
    goes_on = goes_on && !is_interrupted();
    if (stream) {
      if (arguments_.no_finish) goes_on = false;  // half an event is not read
      if (goes_on) see(stream->finish());
      if (!has_read_ && has_failed_) {
        failed_ = std::max<int>(failed_, exit_usage);  // the server's error is all there is
      } else if (!has_read_ && goes_on && !input.has_failed()) {
        const std::string why = hint.why_not_a_stream(name_, arguments_.api);
        if (!why.empty()) notes_.clear();
        if (!why.empty()) throw Failure(exit_usage, why);
      }
      break_off_choices(size, goes_on && !is_interrupted());
    } else {
      if (!goes_on || input.has_failed()) first().break_off();
      hint.finish(notes_);
    }
    if (snapshots) snapshots->finish();
    AnswerResult result = finish_choices();
    // A server that sent nothing is a failure, as is one that sent no event.
    const bool lacks_all = stream && size == 0 && goes_on && !is_interrupted();
    if (lacks_all) failed_ = std::max<int>(failed_, exit_usage);
    if (snapshots) snapshots->add_to(result);
    return result;
  }

  bool see(std::span<const wire::Piece> pieces) {
    return std::all_of(pieces.begin(), pieces.end(),
                       [&](const wire::Piece& piece) { return see_piece(piece); });
  }

  bool see_piece(const wire::Piece& piece) {
    if (arguments_.to == Owner::anthropic && !arguments_.json && piece.choice > 0)
      return refuse_choice(piece);
    Choice& choice = choice_of(piece.choice);
    choice.has_begun = choice.has_begun || piece.kind != wire::PieceKind::end;
    has_read_ = has_read_ || is_of_answer(piece);
    if (piece.kind == wire::PieceKind::text) return !choice.processor->feed(piece.text);
    choice.processor->see(piece);
    choice.has_ended = choice.has_ended || piece.kind == wire::PieceKind::finish;
    has_ended_ = has_ended_ || piece.kind == wire::PieceKind::end;
    has_failed_ = has_failed_ || piece.kind == wire::PieceKind::error;
    return true;
  }

  // Breaks off the choices that have not ended, if neither they nor the whole stream got an end.
  void break_off_choices(std::uint64_t end, bool is_said) {
    if (has_ended_) return;
    for (auto& [number, choice] : choices_) {
      if (choice.has_ended) continue;
      choice_of(number).processor->break_off();
      if (!is_said || has_failed_ || (!choice.has_begun && choices_.size() > 1)) continue;
      wire::Piece piece;
      piece.kind = wire::PieceKind::broken;
      piece.choice = number;
      piece.offset = end;
      piece.text = end == 0 ? "the input is empty" : "the stream has broken off";
      choice.processor->see(piece);
    }
  }

  // Refuses a second choice for output that is one message: clients can't read a second message,
  // and a message has one choice.
  bool refuse_choice(const wire::Piece& refused) {
    wire::Piece piece;
    piece.kind = wire::PieceKind::error;
    piece.text = "an Anthropic message has one choice, and the stream has another one";
    choice_of(0).processor->see(piece);
    notes_.refuse(piece.text, fmt::format("byte {}", refused.offset));
    return false;
  }

  // The choice with this number. If there are several, a label says whose lines come next.
  Choice& choice_of(std::uint32_t number) {
    Choice& choice = choices_[number];
    if (!choice.processor) {
      const bool is_first = choices_.size() == 1;
      const auto keep = [&choice](std::string& bytes) { choice.deferred += bytes; };
      if (!is_first) choice.own = std::make_unique<Output>(keep, output_->is_terminal());
      Output* output = is_first ? output_.get() : choice.own.get();
      choice.processor = make_processor_({arguments_, *output, notes_, number});
      if (!is_first && choice.processor->shape() == Shape::lines) {
        choice.processor = make_processor_({arguments_, *output_, notes_, number});
        choice.own.reset();
      }
      choice.processor->begin();
    }
    Output& output = choice.own ? *choice.own : *output_;
    output.set_label(choices_.size() > 1 ? label(number) : label());
    return choice;
  }

  AnswerResult finish_choices() {
    AnswerResult result;
    for (auto& [number, choice] : choices_) {
      choice_of(number);
      AnswerResult one = choice.processor->finish();
      if (one.is_silent && choices_.size() > 1) one.is_cut_off = false;  // there is no such choice
      result.add(one);
    }
    for (auto& [number, choice] : choices_) {
      if (!choice.own) continue;
      choice.own->end_text();
      choice.own->flush();
      set_heading(*choice.processor, number);
      output_->styled(choice.deferred);
    }
    first().end_stream(result.is_cut_off);
    return result;
  }

  AnswerResult read_jsonl(Input& input) {
    output_->set_label({});  // each line has its own
    std::uint64_t done = 0;
    RecordEnds ends;
    FormatHint hint(arguments_);
    const auto fail = [&] {
      const std::string other = hint.instead();
      const std::optional<Notes::Only> only = notes_.only();
      if (!other.empty() || (only && !only->found.empty())) notes_.clear();
      if (other.empty() && only && !only->found.empty()) {
        const bool is_one = only->places == 1;
        const std::string lines = is_one ? "" : fmt::format(" in {} lines", only->places);
        throw Failure(exit_usage, fmt::format("{}{}: {}; {} {}", only->message, lines, name_,
                                              is_one ? "it" : "the first", only->found));
      }
      end_notes();
      const std::string place = arguments_.pointer->empty() ? "the top" : *arguments_.pointer;
      throw Failure(exit_usage, fmt::format("no line has a text at {}: {}{}", place, name_, other));
    };
    ends.read = [&](std::span<char> room) {
      progress_->update(done);
      const std::size_t size = input.read(room);
      done += size;
      is_empty_ = is_empty_ && size == 0;
      hint.see({room.data(), size});
      if (done == size && hint.is_list_in_lines()) fail();
      return size;
    };
    ends.is_terminal = output_->is_terminal();
    ends.stop = [&] { input.stop(); };
    ends.emit = [&](Portion& portion) {
      output_->styled(portion.output);
      output_->flush();
      notes_.add_all(portion.notes, {});
      has_read_ = has_read_ || !portion.output.empty();
      if (has_read_) write_notes();
    };
    has_read_ = false;
    AnswerResult result = read_records(arguments_, make_processor_, label(), ends);
    progress_->erase();
    if (!result.has_text && result.findings.is_malformed && !is_interrupted()) {
      input.check();
      fail();
    }
    return result;
  }

  int end() {
    notes_.set_file({});
    for (std::size_t i = 0; all_.has_text && i < all_.has_kept.size(); ++i) {
      if (!all_.has_kept[i]) notes_.add("no record has this field", "--keep " + arguments_.keep[i]);
    }
    if (!all_.limit) write(notes_.end_files());
    if (arguments_.stats) write_stats();
    if (all_.limit) {
      make_room();
      throw Failure(exit_limit, fmt::format("{}: byte {}", with_flags(all_.limit->message),
                                            all_.limit->offset));
    }
    if (is_interrupted()) return interrupted_code();
    say_missed();
    if (notes_.has_refused()) return exit_usage;
    if (all_.is_stopped) return exit_limit;
    if (failed_ != 0) return failed_;
    if (arguments_.strict && all_.findings.is_malformed) return exit_malformed;
    if (arguments_.fail_if_nothing && !all_.findings.has_found) return exit_nothing_found;
    return exit_done;
  }

  // Says that nothing was found, or that a rule's name may be misspelt. The second is said of one
  // whole text only: another text may have the tag.
  void say_missed() {
    if (arguments_.quiet) return;
    if (is_empty_ && failed_ == 0 && !has_said_) return write_message("the input is empty");
    // A note about a whole text may say why nothing was found in it. One about a record does not.
    if (failed_ != 0 || (has_said_ && !all_.has_text)) return;
    const bool is_one_text = files().size() < 2 && choices_.size() < 2 &&
                             all_.seen.size() < Beginning::most && !all_.has_text;
    std::string said;
    if (!all_.findings.has_found && !all_.findings.has_met) {
      said = arguments_.no_finish && all_.stats.bytes_held > 0
                 ? "nothing but text so far: --no-finish keeps what is held"
                 : say_nothing_(all_.seen);
    } else if (is_one_text) {
      said = rule_without_tag(arguments_.options, all_.seen);
    }
    if (said.empty()) return;
    make_room();
    write_message(said);
  }

  void write_stats() const {
    std::string json;
    to_json(json, all_.stats);
    if (write_error(json + '\n')) return;
    throw Failure(exit_usage, system_message("can't write", "standard error"));
  }

  const Arguments& arguments_;
  const MakeProcessor& make_processor_;
  const SayNothing& say_nothing_;
  const std::function<void(const Input&)>& on_open_;
  std::unique_ptr<Output> output_;
  Notes notes_;
  std::optional<Progress> progress_;  // while a file is read
  std::string name_;                  // of the file
  bool has_names_ = false;
  // The output and messages go to one terminal, pipe or file.
  bool has_one_end_ =
      is_same_file(Descriptor::standard(STDOUT_FILENO), Descriptor::standard(STDERR_FILENO));
  bool has_said_ = false;  // on standard error: that may be why nothing was found
  std::map<std::uint32_t, Choice> choices_;
  bool has_ended_ = false;   // the server has said so of the whole stream
  bool has_failed_ = false;  // or that it has failed
  bool has_read_ = false;    // a part of an answer
  bool is_empty_ = true;     // all files
  AnswerResult all_;
  int failed_ = 0;  // the exit code for files that could not be read
};

}  // namespace

int run_processors(Arguments& arguments, const MakeProcessor& make_processor,
                   const SayNothing& say_nothing,
                   const std::function<void(const Input&)>& on_open) {
  check_input(arguments);
  catch_interrupts();
  return Runner(arguments, make_processor, say_nothing, on_open).run();
}

}  // namespace tagstream::cli
