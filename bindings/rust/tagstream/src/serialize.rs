//! The JSON of events and of parts of messages, as docs/events.md of the project has it.
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::event::{Event, Section, Span};
use crate::generated::Code;

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = std::borrow::Cow::<str>::deserialize(from)?;
        Ok(Self::from_word(&word))
    }
}

mod structs;

/// The longest name that each piece of a call's arguments repeats.
const LONGEST_REPEATED_NAME: usize = 256;

/// The fields of an object: marks that are false and texts that are empty are left out.
struct Fields<M>(M);

impl<M: SerializeMap> Fields<M> {
    fn put<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), M::Error> {
        self.0.serialize_entry(name, value)
    }

    fn put_text(&mut self, name: &'static str, text: &str) -> Result<(), M::Error> {
        if text.is_empty() {
            Ok(())
        } else {
            self.put(name, text)
        }
    }

    fn put_mark(&mut self, name: &'static str, mark: bool) -> Result<(), M::Error> {
        if mark {
            self.put(name, &true)
        } else {
            Ok(())
        }
    }

    fn put_span(&mut self, span: Span) -> Result<(), M::Error> {
        self.put("start", &span.start)?;
        self.put("end", &span.end)
    }
}

impl Serialize for Event<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut to = Fields(to.serialize_map(None)?);
        to.put("kind", self.kind())?;
        to.put_event(self)?;
        to.0.end()
    }
}

impl Serialize for Section {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut to = Fields(to.serialize_map(None)?);
        to.put("name", &self.name)?;
        to.put("raw_tag", &self.raw_tag)?;
        to.put("attributes", &self.attributes())?;
        to.put("content", &self.content)?;
        to.put("is_closed", &self.is_closed)?;
        to.put_mark("is_recorded", self.is_recorded)?;
        to.put_mark("is_implied_open", self.is_implied_open)?;
        to.put_mark("is_truncated", self.is_truncated)?;
        to.put_span(self.span)?;
        to.0.end()
    }
}
