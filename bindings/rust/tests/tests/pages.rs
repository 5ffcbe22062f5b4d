//! What the pages of the repository say in Rust, and about it.
use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The blocks of a page in this language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut is_inside = false;
    for line in page.lines() {
        if line == format!("```{language}") {
            is_inside = true;
            all.push(String::new());
        } else if line == "```" {
            is_inside = false;
        } else if is_inside {
            let block = all.last_mut().unwrap();
            block.push_str(line);
            block.push('\n');
        }
    }
    all
}

/// How far lines are indented does not count.
fn flat(text: &str) -> String {
    text.lines().map(|line| line.trim_start().to_owned() + "\n").collect()
}

/// The programs of these pages are compiled and run: the lines of the README are theirs.
#[test]
fn the_readme_quotes_a_program() {
    let pages = page("docs/rust.md") + &page("bindings/rust/tagstream/README.md");
    let programs: Vec<String> = blocks(&pages, "rust").iter().map(|one| flat(one)).collect();
    let quoted = blocks(&page("README.md"), "rust");
    assert!(!quoted.is_empty());
    for block in quoted {
        let lines = flat(&block);
        assert!(programs.iter().any(|one| one.contains(&lines)), "no program has: {block}");
    }
}

/// Each program of docs/rust.md that shows what it prints prints that.
#[test]
fn the_page_shows_what_its_programs_print() {
    let folder = root().join("build/rust/programs");
    fs::create_dir_all(folder.join("src/bin")).unwrap();
    let page = page("docs/rust.md");
    let programs = blocks(&page, "rust");
    let shown = blocks(&page, "text");
    let here = env!("CARGO_MANIFEST_DIR");
    let manifest = format!(
        "[package]\nname = \"programs\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n\
        [dependencies]\ntagstream = {{ path = '{here}/../tagstream' }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root().join("bindings/rust/Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    for (number, (program, expected)) in programs.iter().zip(&shown).enumerate() {
        let name = format!("program{number}");
        fs::write(folder.join(format!("src/bin/{name}.rs")), program).unwrap();
        let run = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--bin", &name, "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&run.stdout);
        assert_eq!(printed, expected.as_str(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    assert_eq!(shown.len(), 3);
}
