//! Finds animator.rs, the bindings of animator.h that were installed with pipeline.
use std::process::Command;
use std::{env, fs, path::PathBuf};

fn main() {
    let program = env::var("PIPELINE").unwrap_or_else(|_| "pipeline".into());
    let folders = env::var_os("PATH").unwrap_or_default();
    // canonicalize resolves symbolic links, so that `beside` is a folder of the installation.
    let beside = env::split_paths(&folders)
        .filter_map(|folder| fs::canonicalize(folder.join(&program)).ok())
        .find(|file| file.is_file())
        .map(|file| file.with_file_name("../lib/pkgconfig"))
        .unwrap_or_default();
    let path = env::var("PKG_CONFIG_PATH").unwrap_or_default()
        + ":" + &beside.to_string_lossy()
        + ":/the/prefix/lib/pkgconfig";
    let answer = Command::new("pkg-config")
        .args(["--variable=datadir", "animator"])
        .env("PKG_CONFIG_PATH", path)
        .output()
        .expect("pkg-config is needed");
    let data = String::from_utf8(answer.stdout).expect("a path");
    let bindings = fs::canonicalize(PathBuf::from(data.trim()).join("rust/animator.rs"))
        .expect("pipeline is not installed: pkg-config knows no animator");
    println!("cargo:rustc-env=ANIMATOR_RS={}", bindings.display());
    println!("cargo:rerun-if-changed={}", bindings.display());
    println!("cargo:rerun-if-env-changed=PATH");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
}
