// Made by bindings/rust/generate.py.

use crate::options::{ExtractOptions, Options};

/// A value of the option `unclosed_section`: how to treat a hidden section that never closes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnclosedSection {
    /// `section`
    #[default]
    Section,
    /// `text`
    Text,
}

impl UnclosedSection {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Section => "section",
            Self::Text => "text",
        }
    }
}

/// A value of the option `unclosed_reasoning`: where reasoning that never closes goes in the message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnclosedReasoning {
    /// `reasoning`
    #[default]
    Reasoning,
    /// `content`
    Content,
}

impl UnclosedReasoning {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reasoning => "reasoning",
            Self::Content => "content",
        }
    }
}

/// A value of the option `unclosed_call`: how to treat a call that never closes; auto: call for dialects, else text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnclosedCall {
    /// `auto`
    #[default]
    Auto,
    /// `text`
    Text,
    /// `call`
    Call,
    /// `error`
    Error,
}

impl UnclosedCall {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Text => "text",
            Self::Call => "call",
            Self::Error => "error",
        }
    }
}

/// A value of the option `bad_calls`: where the bytes of a broken call go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BadCalls {
    /// `content`
    #[default]
    Content,
    /// `hide`
    Hide,
}

impl BadCalls {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Hide => "hide",
        }
    }
}

/// A value of the option `calls_in_reasoning`: how to treat a call in open reasoning; auto: as the dialect says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CallsInReasoning {
    /// `auto`
    #[default]
    Auto,
    /// `settle`
    Settle,
    /// `end`
    End,
    /// `keep`
    Keep,
    /// `extract`
    Extract,
}

impl CallsInReasoning {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Settle => "settle",
            Self::End => "end",
            Self::Keep => "keep",
            Self::Extract => "extract",
        }
    }
}

/// A value of the option `bare_calls`: a call outside of its wrapper: read, or text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BareCalls {
    /// `auto`
    #[default]
    Auto,
    /// `never`
    Never,
}

impl BareCalls {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Never => "never",
        }
    }
}

/// A value of the option `reasoning_again`: where reasoning may begin after visible text; auto: line for dialects, else anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReasoningAgain {
    /// `auto`
    #[default]
    Auto,
    /// `line`
    Line,
    /// `anywhere`
    Anywhere,
    /// `never`
    Never,
}

impl ReasoningAgain {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Line => "line",
            Self::Anywhere => "anywhere",
            Self::Never => "never",
        }
    }
}

/// A value of the option `markdown_code`: tags in Markdown code that are text; auto: all in code spans, those of calls in fences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MarkdownCode {
    /// `auto`
    #[default]
    Auto,
    /// `all`
    All,
    /// `off`
    Off,
}

impl MarkdownCode {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::All => "all",
            Self::Off => "off",
        }
    }
}

/// A value of the option `nesting`: which closing tag ends a hidden section or thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Nesting {
    /// `balanced`
    #[default]
    Balanced,
    /// `first_close`
    FirstClose,
}

impl Nesting {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::FirstClose => "first_close",
        }
    }
}

/// A value of the option `id_style`: how ids of calls are made up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IdStyle {
    /// `counted`
    #[default]
    Counted,
    /// `openai`
    Openai,
    /// `mistral`
    Mistral,
}

impl IdStyle {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Counted => "counted",
            Self::Openai => "openai",
            Self::Mistral => "mistral",
        }
    }
}

/// A value of the option `on_limit`: what happens when more bytes would have to wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnLimit {
    /// `text`
    #[default]
    Text,
    /// `stop`
    Stop,
}

impl OnLimit {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Stop => "stop",
        }
    }
}

/// A value of the option `unclosed`: how to treat a tag that never closes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unclosed {
    /// `extend`
    #[default]
    Extend,
    /// `empty`
    Empty,
    /// `text`
    Text,
}

impl Unclosed {
    /// The word of this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Extend => "extend",
            Self::Empty => "empty",
            Self::Text => "text",
        }
    }
}

impl Options {
    /// `dialect`: a family of models, or auto: what any of them writes.
    pub fn dialect(self, value: impl Into<String>) -> Self {
        self.set("dialect", value)
    }

    /// `model`: the name of a model: its dialect is used.
    pub fn model(self, value: impl Into<String>) -> Self {
        self.set("model", value)
    }

    /// `format`: a dialect of your own, as text that looks like what the model writes.
    pub fn format(self, value: impl Into<String>) -> Self {
        self.set("format", value)
    }

    /// `reasoning_of`: a dialect: only its reasoning.
    pub fn reasoning_of(self, value: impl Into<String>) -> Self {
        self.set("reasoning_of", value)
    }

    /// `calls_of`: a dialect: only its calls; reasoning is content.
    pub fn calls_of(self, value: impl Into<String>) -> Self {
        self.set("calls_of", value)
    }

    /// `hide`: a tag or a pair of markers: takes the element out of the text.
    ///
    /// Each call adds one.
    pub fn hide(self, value: impl Into<String>) -> Self {
        self.set("hide", value)
    }

    /// `record`: leaves the element in the text, and reports it as well.
    ///
    /// Each call adds one.
    pub fn record(self, value: impl Into<String>) -> Self {
        self.set("record", value)
    }

    /// `unwrap`: takes only the tags out.
    ///
    /// Each call adds one.
    pub fn unwrap(self, value: impl Into<String>) -> Self {
        self.set("unwrap", value)
    }

    /// `reasoning`: takes the element out, and its bytes are reasoning.
    ///
    /// Each call adds one.
    pub fn reasoning(self, value: impl Into<String>) -> Self {
        self.set("reasoning", value)
    }

    /// `thought`: takes the element out: a thought with type and confidence.
    ///
    /// Each call adds one.
    pub fn thought(self, value: impl Into<String>) -> Self {
        self.set("thought", value)
    }

    /// `call`: reads the element as a tool call; or a line that looks like the call, with NAME and ARGUMENTS in it.
    ///
    /// Each call adds one.
    pub fn call(self, value: impl Into<String>) -> Self {
        self.set("call", value)
    }

    /// `drop`: takes this literal out.
    ///
    /// Each call adds one.
    pub fn drop(self, value: impl Into<String>) -> Self {
        self.set("drop", value)
    }

    /// `tools`: the tools that were offered, as JSON.
    pub fn tools(self, value: impl Into<String>) -> Self {
        self.set("tools", value)
    }

    /// `tool_choice`: auto, none, required, or the name of a tool.
    pub fn tool_choice(self, value: impl Into<String>) -> Self {
        self.set("tool_choice", value)
    }

    /// `parallel_tool_calls`: an answer may call several tools.
    ///
    /// The default is `true`.
    pub fn parallel_tool_calls(self, value: bool) -> Self {
        self.set("parallel_tool_calls", if value { "true" } else { "false" })
    }

    /// `only_offered`: only tools that were offered are called.
    ///
    /// The default is `false`.
    pub fn only_offered(self, value: bool) -> Self {
        self.set("only_offered", if value { "true" } else { "false" })
    }

    /// `prompt_tail`: the end of the prompt: the answer goes on there.
    pub fn prompt_tail(self, value: impl Into<String>) -> Self {
        self.set("prompt_tail", value)
    }

    /// `start_in_reasoning`: the prompt has opened the reasoning.
    ///
    /// The default is `false`.
    pub fn start_in_reasoning(self, value: bool) -> Self {
        self.set("start_in_reasoning", if value { "true" } else { "false" })
    }

    /// `start_inside`: the prompt has opened this tag or marker of hide, thought or reasoning.
    pub fn start_inside(self, value: impl Into<String>) -> Self {
        self.set("start_inside", value)
    }

    /// `unclosed_section`: how to treat a hidden section that never closes.
    ///
    /// The default is `section`.
    pub fn unclosed_section(self, value: UnclosedSection) -> Self {
        self.set("unclosed_section", value.as_str())
    }

    /// `unclosed_reasoning`: where reasoning that never closes goes in the message.
    ///
    /// The default is `reasoning`.
    pub fn unclosed_reasoning(self, value: UnclosedReasoning) -> Self {
        self.set("unclosed_reasoning", value.as_str())
    }

    /// `unclosed_call`: how to treat a call that never closes; auto: call for dialects, else text.
    ///
    /// The default is `auto`.
    pub fn unclosed_call(self, value: UnclosedCall) -> Self {
        self.set("unclosed_call", value.as_str())
    }

    /// `bad_calls`: where the bytes of a broken call go.
    ///
    /// The default is `content`.
    pub fn bad_calls(self, value: BadCalls) -> Self {
        self.set("bad_calls", value.as_str())
    }

    /// `calls_in_reasoning`: how to treat a call in open reasoning; auto: as the dialect says.
    ///
    /// The default is `auto`.
    pub fn calls_in_reasoning(self, value: CallsInReasoning) -> Self {
        self.set("calls_in_reasoning", value.as_str())
    }

    /// `bare_calls`: a call outside of its wrapper: read, or text.
    ///
    /// The default is `auto`.
    pub fn bare_calls(self, value: BareCalls) -> Self {
        self.set("bare_calls", value.as_str())
    }

    /// `reasoning_again`: where reasoning may begin after visible text; auto: line for dialects, else anywhere.
    ///
    /// The default is `auto`.
    pub fn reasoning_again(self, value: ReasoningAgain) -> Self {
        self.set("reasoning_again", value.as_str())
    }

    /// `markdown_code`: tags in Markdown code that are text; auto: all in code spans, those of calls in fences.
    ///
    /// The default is `auto`.
    pub fn markdown_code(self, value: MarkdownCode) -> Self {
        self.set("markdown_code", value.as_str())
    }

    /// `nesting`: which closing tag ends a hidden section or thought.
    ///
    /// The default is `balanced`.
    pub fn nesting(self, value: Nesting) -> Self {
        self.set("nesting", value.as_str())
    }

    /// `leading_only`: hide, unwrap and record only before the first visible byte.
    ///
    /// The default is `false`.
    pub fn leading_only(self, value: bool) -> Self {
        self.set("leading_only", if value { "true" } else { "false" })
    }

    /// `ignore_case`: the case of ASCII letters in names does not count.
    ///
    /// The default is `false`.
    pub fn ignore_case(self, value: bool) -> Self {
        self.set("ignore_case", if value { "true" } else { "false" })
    }

    /// `strict_json`: spellings that JSON does not have are errors.
    ///
    /// The default is `false`.
    pub fn strict_json(self, value: bool) -> Self {
        self.set("strict_json", if value { "true" } else { "false" })
    }

    /// `incremental`: calls and thoughts are reported in pieces, too.
    ///
    /// The default is `false`.
    pub fn incremental(self, value: bool) -> Self {
        self.set("incremental", if value { "true" } else { "false" })
    }

    /// `trim`: cuts blanks off content and reasoning.
    ///
    /// The default is `false`.
    pub fn trim(self, value: bool) -> Self {
        self.set("trim", if value { "true" } else { "false" })
    }

    /// `decode_entities`: decode entities in this parameter, tool, tag.
    ///
    /// Each call adds one.
    pub fn decode_entities(self, value: impl Into<String>) -> Self {
        self.set("decode_entities", value)
    }

    /// `id_style`: how ids of calls are made up.
    ///
    /// The default is `counted`.
    pub fn id_style(self, value: IdStyle) -> Self {
        self.set("id_style", value.as_str())
    }

    /// `id_seed`: the seed of random ids; 0: another one each time.
    pub fn id_seed(self, value: u64) -> Self {
        self.set("id_seed", value.to_string())
    }

    /// `max_tag_bytes`: a longer tag is text.
    ///
    /// The default is 64K; `None` is no limit.
    pub fn max_tag_bytes(self, value: impl Into<Option<u64>>) -> Self {
        self.set(
            "max_tag_bytes",
            value.into().map_or_else(|| String::from("none"), |n| n.to_string()),
        )
    }

    /// `max_held_bytes`: the most bytes that wait to be decided.
    ///
    /// The default is 16M; `None` is no limit.
    pub fn max_held_bytes(self, value: impl Into<Option<u64>>) -> Self {
        self.set(
            "max_held_bytes",
            value.into().map_or_else(|| String::from("none"), |n| n.to_string()),
        )
    }

    /// `max_section_bytes`: the most bytes kept of a recorded section or thought.
    ///
    /// The default is 64M; `None` is no limit.
    pub fn max_section_bytes(self, value: impl Into<Option<u64>>) -> Self {
        self.set(
            "max_section_bytes",
            value.into().map_or_else(|| String::from("none"), |n| n.to_string()),
        )
    }

    /// `max_attributes`: a tag with more attributes is text.
    ///
    /// The default is 1K; `None` is no limit.
    pub fn max_attributes(self, value: impl Into<Option<u64>>) -> Self {
        self.set(
            "max_attributes",
            value.into().map_or_else(|| String::from("none"), |n| n.to_string()),
        )
    }

    /// `on_limit`: what happens when more bytes would have to wait.
    ///
    /// The default is `text`.
    pub fn on_limit(self, value: OnLimit) -> Self {
        self.set("on_limit", value.as_str())
    }
}

impl ExtractOptions {
    /// `names`: only these names form tags.
    ///
    /// Each call adds one.
    pub fn names(self, value: impl Into<String>) -> Self {
        self.set("names", value)
    }

    /// `ignore_case`: the case of ASCII letters in names does not count.
    ///
    /// The default is `false`.
    pub fn ignore_case(self, value: bool) -> Self {
        self.set("ignore_case", if value { "true" } else { "false" })
    }

    /// `max_depth`: deeper tags stay in the content.
    ///
    /// The default is none; `None` is no limit.
    pub fn max_depth(self, value: impl Into<Option<u64>>) -> Self {
        self.set("max_depth", value.into().map_or_else(|| String::from("none"), |n| n.to_string()))
    }

    /// `unclosed`: how to treat a tag that never closes.
    ///
    /// The default is `extend`.
    pub fn unclosed(self, value: Unclosed) -> Self {
        self.set("unclosed", value.as_str())
    }

    /// `last_close`: of these names the last closing tag counts.
    ///
    /// Each call adds one.
    pub fn last_close(self, value: impl Into<String>) -> Self {
        self.set("last_close", value)
    }

    /// `last`: inner: the last closed element, not the first one.
    ///
    /// The default is `false`.
    pub fn last(self, value: bool) -> Self {
        self.set("last", if value { "true" } else { "false" })
    }

    /// `markdown_code`: tags in Markdown code that are text; auto: those in code spans.
    ///
    /// The default is `auto`.
    pub fn markdown_code(self, value: MarkdownCode) -> Self {
        self.set("markdown_code", value.as_str())
    }

    /// `max_tag_bytes`: a longer tag is text.
    ///
    /// The default is none; `None` is no limit.
    pub fn max_tag_bytes(self, value: impl Into<Option<u64>>) -> Self {
        self.set(
            "max_tag_bytes",
            value.into().map_or_else(|| String::from("none"), |n| n.to_string()),
        )
    }

    /// `max_attributes`: a tag with more attributes is text.
    ///
    /// The default is none; `None` is no limit.
    pub fn max_attributes(self, value: impl Into<Option<u64>>) -> Self {
        self.set(
            "max_attributes",
            value.into().map_or_else(|| String::from("none"), |n| n.to_string()),
        )
    }
}

/// The kind of a problem or remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// `invalid_json`: the body is not JSON, or not in the syntax that its format needs. `offset` is the wrong byte, which `tagstream show` underlines, or the first byte of a string that never ends.
    InvalidJson,
    /// `missing_name`: nothing says which tool is meant; the sentence names the keys that are there.
    MissingName,
    /// `bad_arguments`: the arguments are not an object.
    BadArguments,
    /// `empty`: the body is empty.
    Empty,
    /// `unclosed`: the input ended inside the call (`unclosed_call` = `error`, or a call that has started; in a message any call); in a tree: inside an element.
    Unclosed,
    /// `too_large`: the call is longer than `max_held_bytes`: its bytes are content, and no later call is called.
    TooLarge,
    /// `not_allowed`: the call is sound, but not allowed (`tool_choice`, `parallel_tool_calls`); its bytes are not content: `docs/read.md#tool-choice`.
    NotAllowed,
    /// `unknown_tool`: no tool of this name is offered (`only_offered`).
    UnknownTool,
    /// `max_held_bytes`: that limit was reached.
    MaxHeldBytes,
    /// `unclosed_call`: the input ended inside a call: its bytes are content. In a message it is the `tool_call_error` `unclosed`.
    UnclosedCall,
    /// `unclosed_reasoning`: the input ended in reasoning, which begins at `offset`. The option `unclosed_reasoning` = `content` makes it content of the message.
    UnclosedReasoning,
    /// `not_a_call`: the opening tag of a call is content: no parameter follows in an XML call, or a string or an attribute quotes it (`docs/tools.md#what-an-attribute-quotes`). Or text directly after a call looks like one without its opening marker, or like a part of the call before.
    NotACall,
    /// `family`: dialect `auto`: the families that have the first marker. Option `model`: the dialect of the model is only likely.
    Family,
    /// `unknown_key`: a tag in a value is text, since no parameter of the tool has its name; or a key or an attribute is left out, since it is no argument. Once for each call, at its first byte.
    UnknownKey,
    /// `fed_after_finish`: text was fed after the end of the stream.
    FedAfterFinish,
    /// `looks_like_sse`: the text began with `data: {`, as a server's stream does: `--from sse` and the readers of wire read such streams, this one does not. It is the last event.
    LooksLikeSse,
    /// `limit_exceeded`: a limit was reached: the reader stopped, or a snapshot was refused.
    LimitExceeded,
    /// `bad_option`: the options contradict each other or name something impossible.
    BadOption,
    /// `snapshot_mismatch`: a snapshot does not begin with the one before.
    SnapshotMismatch,
    /// `stray_close`: a closing tag closes nothing. The notice is about the first one of its rule, at `offset`. It is text, or left out after reasoning. If the prompt opened the element, set `start_in_reasoning` or `start_inside`, or give `prompt_tail`.
    StrayClose,
    /// `incomplete_tag`: the text ends inside a tag, which is content.
    IncompleteTag,
    /// `tool_definition`: the object defines a tool, as the prompt does, and does not call it.
    ToolDefinition,
    /// `quoted`: a tag is content, since it stands in Markdown code; `markdown_code` = `off` reads it (`docs/grammar.md#code`).
    Quoted,
    /// `reasoning_as_content`: as `unclosed_reasoning`, where that option is `content`: the reasoning is content of the message now.
    ReasoningAsContent,
    /// `mention`: an opening tag of reasoning is content, since it stands inside a line (`reasoning_again` = `anywhere` reads it), or one of a wrapper, since no call follows.
    Mention,
    /// `after_limit`: the opening tag of a call is content, since a call before it was `too_large`.
    AfterLimit,
    /// `unclosed_section`: the input ended in a section, which begins at `offset`.
    UnclosedSection,
    /// `unclosed_thought`: the input ended in a thought, which begins at `offset`.
    UnclosedThought,
    /// `reopened`: a section holds an opening tag of its own name, at `offset`, and never balances: it ends at its first closing tag.
    Reopened,
    /// `half_closer`: the input ended in the closing tag of the element that begins at `offset`.
    HalfCloser,
    /// `max_tag_bytes`: a tag of a rule is content, since it is longer than that limit.
    MaxTagBytes,
    /// `max_attributes`: a tag of a rule is content, since it has more attributes than that limit.
    MaxAttributes,
    /// `other_role`: a message is left out, since its header names another role than `assistant`.
    OtherRole,
    /// A code of a newer library.
    Unknown(u32),
}

impl Code {
    /// The word that JSON and the program use; `unknown` if this crate knows none.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidJson => "invalid_json",
            Self::MissingName => "missing_name",
            Self::BadArguments => "bad_arguments",
            Self::Empty => "empty",
            Self::Unclosed => "unclosed",
            Self::TooLarge => "too_large",
            Self::NotAllowed => "not_allowed",
            Self::UnknownTool => "unknown_tool",
            Self::MaxHeldBytes => "max_held_bytes",
            Self::UnclosedCall => "unclosed_call",
            Self::UnclosedReasoning => "unclosed_reasoning",
            Self::NotACall => "not_a_call",
            Self::Family => "family",
            Self::UnknownKey => "unknown_key",
            Self::FedAfterFinish => "fed_after_finish",
            Self::LooksLikeSse => "looks_like_sse",
            Self::LimitExceeded => "limit_exceeded",
            Self::BadOption => "bad_option",
            Self::SnapshotMismatch => "snapshot_mismatch",
            Self::StrayClose => "stray_close",
            Self::IncompleteTag => "incomplete_tag",
            Self::ToolDefinition => "tool_definition",
            Self::Quoted => "quoted",
            Self::ReasoningAsContent => "reasoning_as_content",
            Self::Mention => "mention",
            Self::AfterLimit => "after_limit",
            Self::UnclosedSection => "unclosed_section",
            Self::UnclosedThought => "unclosed_thought",
            Self::Reopened => "reopened",
            Self::HalfCloser => "half_closer",
            Self::MaxTagBytes => "max_tag_bytes",
            Self::MaxAttributes => "max_attributes",
            Self::OtherRole => "other_role",
            Self::Unknown(_) => "unknown",
        }
    }

    pub(crate) const fn from_number(number: u32) -> Self {
        match number {
            1 => Self::InvalidJson,
            2 => Self::MissingName,
            3 => Self::BadArguments,
            4 => Self::Empty,
            5 => Self::Unclosed,
            6 => Self::TooLarge,
            7 => Self::NotAllowed,
            8 => Self::UnknownTool,
            9 => Self::MaxHeldBytes,
            10 => Self::UnclosedCall,
            11 => Self::UnclosedReasoning,
            12 => Self::NotACall,
            13 => Self::Family,
            14 => Self::UnknownKey,
            15 => Self::FedAfterFinish,
            16 => Self::LooksLikeSse,
            17 => Self::LimitExceeded,
            18 => Self::BadOption,
            19 => Self::SnapshotMismatch,
            20 => Self::StrayClose,
            21 => Self::IncompleteTag,
            22 => Self::ToolDefinition,
            23 => Self::Quoted,
            24 => Self::ReasoningAsContent,
            25 => Self::Mention,
            26 => Self::AfterLimit,
            27 => Self::UnclosedSection,
            28 => Self::UnclosedThought,
            29 => Self::Reopened,
            30 => Self::HalfCloser,
            31 => Self::MaxTagBytes,
            32 => Self::MaxAttributes,
            33 => Self::OtherRole,
            _ => Self::Unknown(number),
        }
    }

    pub(crate) const fn number(self) -> u32 {
        match self {
            Self::InvalidJson => 1,
            Self::MissingName => 2,
            Self::BadArguments => 3,
            Self::Empty => 4,
            Self::Unclosed => 5,
            Self::TooLarge => 6,
            Self::NotAllowed => 7,
            Self::UnknownTool => 8,
            Self::MaxHeldBytes => 9,
            Self::UnclosedCall => 10,
            Self::UnclosedReasoning => 11,
            Self::NotACall => 12,
            Self::Family => 13,
            Self::UnknownKey => 14,
            Self::FedAfterFinish => 15,
            Self::LooksLikeSse => 16,
            Self::LimitExceeded => 17,
            Self::BadOption => 18,
            Self::SnapshotMismatch => 19,
            Self::StrayClose => 20,
            Self::IncompleteTag => 21,
            Self::ToolDefinition => 22,
            Self::Quoted => 23,
            Self::ReasoningAsContent => 24,
            Self::Mention => 25,
            Self::AfterLimit => 26,
            Self::UnclosedSection => 27,
            Self::UnclosedThought => 28,
            Self::Reopened => 29,
            Self::HalfCloser => 30,
            Self::MaxTagBytes => 31,
            Self::MaxAttributes => 32,
            Self::OtherRole => 33,
            Self::Unknown(number) => number,
        }
    }

    #[cfg(feature = "serde")]
    pub(crate) fn from_word(word: &str) -> Self {
        match word {
            "invalid_json" => Self::InvalidJson,
            "missing_name" => Self::MissingName,
            "bad_arguments" => Self::BadArguments,
            "empty" => Self::Empty,
            "unclosed" => Self::Unclosed,
            "too_large" => Self::TooLarge,
            "not_allowed" => Self::NotAllowed,
            "unknown_tool" => Self::UnknownTool,
            "max_held_bytes" => Self::MaxHeldBytes,
            "unclosed_call" => Self::UnclosedCall,
            "unclosed_reasoning" => Self::UnclosedReasoning,
            "not_a_call" => Self::NotACall,
            "family" => Self::Family,
            "unknown_key" => Self::UnknownKey,
            "fed_after_finish" => Self::FedAfterFinish,
            "looks_like_sse" => Self::LooksLikeSse,
            "limit_exceeded" => Self::LimitExceeded,
            "bad_option" => Self::BadOption,
            "snapshot_mismatch" => Self::SnapshotMismatch,
            "stray_close" => Self::StrayClose,
            "incomplete_tag" => Self::IncompleteTag,
            "tool_definition" => Self::ToolDefinition,
            "quoted" => Self::Quoted,
            "reasoning_as_content" => Self::ReasoningAsContent,
            "mention" => Self::Mention,
            "after_limit" => Self::AfterLimit,
            "unclosed_section" => Self::UnclosedSection,
            "unclosed_thought" => Self::UnclosedThought,
            "reopened" => Self::Reopened,
            "half_closer" => Self::HalfCloser,
            "max_tag_bytes" => Self::MaxTagBytes,
            "max_attributes" => Self::MaxAttributes,
            "other_role" => Self::OtherRole,
            _ => Self::Unknown(0),
        }
    }
}
