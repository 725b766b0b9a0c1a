// frames FILE.json DIR [N]: every frame of a document as raw RGBA. With N another thread cancels after N frames.
// rustc frames.rs $(pkg-config --libs-only-L pipeline) -l pipeline -o frames
use std::ffi::{c_char, c_int, CStr, CString};
use std::{env, fs, process, ptr, thread};

#[repr(C)] #[derive(Clone, Copy, Default)] struct Handle { id: u64 }
#[repr(C)] struct Problem { file: *const c_char, line: u32, column: u32, pointer: *const c_char, message: *const c_char }
#[repr(C)] struct Report { size: u32, status: c_int, exit_status: c_int, problem_size: u32, message: *const c_char,
  problems: *const u8, problem_count: u64, places: *const *const c_char, place_count: u64 }
#[repr(C)] struct OpenOptions { size: u32, flags: u32, scale: f64, threads: u32, isolation: u32, sandbox: u32,
  reserved: u32, rest: [u64; 11] }
#[repr(C)] #[derive(Default)] struct Info { size: u32, is_opaque: u32, width_points: f64, height_points: f64, scale: f64,
  width: i32, height: i32, duration_seconds: f64, frames_per_second: f64, frame_count: u64 }
#[repr(C)] struct Image { size: u32, format: u32, data: *mut u8, capacity: u64, stride_bytes: i64, width: i32, height: i32 }

extern "C" {
  fn pipeline_engine_new(options: *const u8, engine: *mut Handle, report: *mut *mut Report) -> c_int;
  fn pipeline_engine_close(engine: Handle) -> c_int;
  fn pipeline_open_file(engine: Handle, path: *const c_char, options: *const OpenOptions, film: *mut Handle,
    report: *mut *mut Report) -> c_int;
  fn pipeline_get_info(film: Handle, info: *mut Info) -> c_int;
  fn pipeline_frame(film: Handle, number: u64, image: *const Image, report: *mut *mut Report) -> c_int;
  fn pipeline_cancel(film: Handle) -> c_int;
  fn pipeline_status_name(status: c_int) -> *const c_char;
}

/// What went wrong, with each problem of the document.
fn check(status: c_int, report: *mut Report) {
  if status == 0 { return }
  unsafe {
    let text = |pointer| CStr::from_ptr(pointer).to_string_lossy();
    let Some(report) = report.as_ref() else { process::exit(1) };
    eprintln!("{}: {}", text(pipeline_status_name(status)), text(report.message));
    for i in 0..report.problem_count as usize {
      let problem = &*(report.problems.add(i * report.problem_size as usize) as *const Problem);
      eprintln!("  line {}, column {}: {}", problem.line, problem.column, text(problem.message));
    }
    process::exit(report.exit_status);
  }
}

fn main() {
  let words: Vec<String> = env::args().collect();
  let limit: Option<u64> = words.get(3).and_then(|word| word.parse().ok());
  let (mut engine, mut film, mut report) = (Handle::default(), Handle::default(), ptr::null_mut());
  unsafe {
    check(pipeline_engine_new(ptr::null(), &mut engine, &mut report), report);
    let options = OpenOptions { size: size_of::<OpenOptions>() as u32, flags: 0, scale: 0.5, threads: 2, isolation: 0,
      sandbox: 0, reserved: 0, rest: [0; 11] };
    let path = CString::new(words[1].as_str()).unwrap();
    check(pipeline_open_file(engine, path.as_ptr(), &options, &mut film, &mut report), report);

    let mut info = Info { size: size_of::<Info>() as u32, ..Default::default() };
    check(pipeline_get_info(film, &mut info), ptr::null_mut());
    println!("{} s, {} frames of {}×{}", info.duration_seconds, info.frame_count, info.width, info.height);

    let mut pixels = vec![0u8; info.width as usize * info.height as usize * 4];
    let image = Image { size: size_of::<Image>() as u32, format: 0, data: pixels.as_mut_ptr(),
      capacity: pixels.len() as u64, stride_bytes: 0, width: info.width, height: info.height };
    for number in 0..info.frame_count {
      check(pipeline_frame(film, number, &image, &mut report), report);
      fs::write(format!("{}/{}.rgba", words[2], number), &pixels).unwrap();
      if limit == Some(number + 1) { thread::spawn(move || pipeline_cancel(film)).join().unwrap(); }
    }
    pipeline_engine_close(engine);
  }
}
