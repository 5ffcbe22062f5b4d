//! Compiles the library, or links the one that `TAGSTREAM_LIB_DIR` names.
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder with `tagstream.cpp`. A package has it in `vendor`; in the repository it is made.
fn sources() -> PathBuf {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let packed = here.join("vendor");
    if packed.join("tagstream.cpp").is_file() {
        println!("cargo:rerun-if-changed=vendor");
        return packed;
    }
    let root = here.join("../../..");
    for path in ["scripts/two_files", "include", "src", "kit", "bindings/c"] {
        println!("cargo:rerun-if-changed={}", root.join(path).display());
    }
    let made = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("vendor");
    let script = root.join("scripts/two_files");
    let status = Command::new("python3")
        .args([&script, &made])
        .status()
        .unwrap_or_else(|error| panic!("python3 {}: {error}", script.display()));
    assert!(status.success(), "{} failed: {status}", script.display());
    made
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for name in ["TAGSTREAM_LIB_DIR", "TAGSTREAM_STATIC", "DOCS_RS"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    if let Some(folder) = env::var_os("TAGSTREAM_LIB_DIR") {
        println!("cargo:rustc-link-search=native={}", Path::new(&folder).display());
        if env::var_os("TAGSTREAM_STATIC").is_none() {
            println!("cargo:rustc-link-lib=dylib=tagstream_c");
            return;
        }
        println!("cargo:rustc-link-lib=static=tagstream_c");
        println!("cargo:rustc-link-lib=static=tagstream_wire");
        println!("cargo:rustc-link-lib=static=tagstream");
        let target = env::var("TARGET").unwrap_or_default();
        if target.contains("apple") {
            println!("cargo:rustc-link-lib=c++");
        } else if !target.contains("msvc") {
            println!("cargo:rustc-link-lib=stdc++");
        }
        return;
    }
    // Where documentation is built there is no compiler, and nothing is linked.
    if env::var_os("DOCS_RS").is_some() {
        return;
    }
    let folder = sources();
    // The library is optimized and has no assertions, whatever the profile: without that it is
    // many times slower.
    cc::Build::new()
        .cpp(true)
        .std("c++20")
        .file(folder.join("tagstream.cpp"))
        .include(&folder)
        .define("NDEBUG", None)
        .opt_level(2)
        .debug(false)
        .warnings(false)
        .flag_if_supported("-fvisibility=hidden")
        .compile("tagstream_c");
}
