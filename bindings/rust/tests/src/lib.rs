//! Tests that need the whole repository. The programs of its page about Rust are tests of this
//! crate.
#![doc = include_str!("../../../../docs/rust.md")]
