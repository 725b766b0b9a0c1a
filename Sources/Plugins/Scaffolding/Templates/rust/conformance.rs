//! Runs the 56 checks of `pipeline plugin test`.
use std::env;
use std::process::Command;

#[test]
fn passes_the_checks() {
    // This test is in the folder target/PROFILE/deps, and the plugin is in target/PROFILE.
    let test = env::current_exe().expect("the path of this test");
    let folder = test
        .parent()
        .and_then(|deps| deps.parent())
        .expect("target/PROFILE");
    let pipeline = env::var("PIPELINE").unwrap_or_else(|_| "pipeline".into());
    let status = Command::new(pipeline)
        .args(["plugin", "test"])
        .arg(folder.join("libthe_name.so"))
        .status()
        .expect("pipeline on PATH");
    assert!(status.success());
}
