import Foundation
import TestSupport
import Testing

/// The Rust bindings are generated from the header and its description, and the compiler checks them against both.
@Suite struct BindingTests {
  private static let folder = Program.root.appending(path: "Sources/Plugins/Scaffolding/Bindings")

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Program.root.appending(path: path), encoding: .utf8)
  }

  /// After a change of the header, remove animator.rs and run this test once: it writes the file and fails.
  @Test func areTheCommittedOnes() throws {
    let made = try RustBindings(
      header: text("Sources/CAnimator/include/animator.h"),
      description: text("Tests/Fixtures/abi/animator_v1_3.txt")
    ).text
    let file = Self.folder.appending(path: "animator.rs")
    guard FileManager.default.fileExists(atPath: file.path()) else {
      try made.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("animator.rs was missing; it is written now")
      return
    }
    let committed = try String(contentsOf: file, encoding: .utf8)
    #expect(made.split(separator: "\n") == committed.split(separator: "\n"))
    #expect(made == committed)
  }

  /// Compiles a crate with changed bindings; returns rustc's message if it refuses.
  private func refusal(
    of program: String = "", replacing old: String = "", by new: String = ""
  ) throws -> String? {
    let folder = try Folder()
    var bindings = try text("Sources/Plugins/Scaffolding/Bindings/animator.rs")
    if !old.isEmpty {
      try #require(bindings.contains(old))
      bindings.replace(old, with: new)
    }
    try folder.write(bindings, to: "animator.rs")
    try folder.write(try text("Sources/Plugins/Scaffolding/Bindings/declare.rs"), to: "declare.rs")
    try folder.write(
      """
      #[allow(dead_code, non_camel_case_types, unused_macros)]
      #[macro_use]
      mod animator { include!("animator.rs"); }
      #[allow(unused_imports)]
      use animator::*;
      \(program)
      """, to: "lib.rs")
    let result = try Program.tool(
      "rustc",
      [
        "--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "-D", "warnings",
        "lib.rs",
      ],
      in: folder.url)
    return result.status == 0 ? nil : result.errors
  }

  @Test func areWhatTheDescriptionSays() throws {
    #expect(try refusal() == nil)
  }

  @Test(
    arguments: Effort.spread(
      [
        ("animator_layout!(animator_layer, 672, 8", "animator_layout!(animator_layer, 664, 8"),
        ("    opacity: 392, 8;", "    opacity: 400, 8;"),
        ("    pub hidden: bool,", "    pub hidden: u32,"),
        ("    pub progress: f64,", "    pub progress: f32,"),
        ("    pub x: i32,\n    pub y: i32,", "    pub y: i32,\n    pub x: i32,"),
      ], test: 2))
  func doNotCompileOtherwise(old: String, new: String) throws {
    #expect(try refusal(replacing: old, by: new)?.contains("evaluat") == true)
  }

  @Test func deriveTheTypeFromTheField() throws {
    func program(_ type: String, _ table: String) -> String {
      """
      #[repr(C)]
      #[derive(Clone, Copy)]
      pub struct Values { pub first: bool, pub radius: \(type) }
      pub static TABLE: [animator_parameter; 1] = [\(table)];
      const _: () = assert!(TABLE_OFFSET == 8 || TABLE_OFFSET == 4);
      pub const TABLE_OFFSET: u32 = animator_place!(Values, radius).0;
      """
    }
    let field = #"animator_field!(Values, radius, ANIMATOR_UNIT_POINTS, 0.0, 9.0, "1", "Far.")"#
    let choice = #"animator_choice!(Values, radius, "a|b", "\"a\"", "Which.")"#
    for type in ["f64", "i32", "animator_rect", "animator_curve"] {
      #expect(try refusal(of: program(type, field)) == nil)
    }
    #expect(try refusal(of: program("i32", choice)) == nil)
    #expect(try refusal(of: program("f32", field))?.contains("animator_field_type") == true)
    #expect(try refusal(of: program("f64", choice))?.contains("mismatched types") == true)
  }

  /// An animator's functions have the types that the macro requires.
  @Test func offerMomentsAndTables() throws {
    func program(_ moments: String) -> String {
      """
      pub struct Values { pub amount: f64 }
      fn moments(values: &Values, _: &animator_context, _: usize) -> \(moments)
      fn bytes(_: &Values, _: &animator_context, width: usize, height: usize) -> usize { width * height }
      fn fill(_: &Values, _: &animator_context, _: usize, _: usize, table: &mut [u8]) -> i32 {
          table.fill(1);
          ANIMATOR_OK
      }
      fn draw(_: &Values, context: &animator_context, inputs: &[Image], _: &mut Output) -> i32 {
          let down = context.finger().is_some_and(|finger| finger.is_down);
          (context.images(0, inputs).len() + context.prepared().len() + down as usize) as i32
      }
      pub static ECHO: animator_descriptor = animator_descriptor {
          pixels: animator_pixels!(Values, draw),
          extension: animator_offers!(live, finger, times(Values, moments), prepare(Values, bytes, fill)),
          ..animator_descriptor::of::<Values>(&[], &[])
      };
      """
    }
    #expect(try refusal(of: program("Vec<f64> { vec![0.0, values.amount] }")) == nil)
    #expect(
      try refusal(of: program("Vec<f32> { vec![values.amount as f32] }"))?
        .contains("mismatched types") == true)
  }

  /// If the list of a function's types differs from the function, the plugin does not compile.
  @Test func checkSignatures() throws {
    func program(_ list: String) -> String {
      """
      extern "C" fn orbit(_turns: f64, center: animator_point, _radius: f64) -> animator_point {
          center
      }
      static FUNCTIONS: [animator_function; 1] =
          [animator_function!("acme.orbit", "Goes round.", orbit, \(list))];
      animator_plugin!(functions FUNCTIONS);
      """
    }
    #expect(try refusal(of: program("(f64, animator_point, f64) -> animator_point")) == nil)
    for list in [
      "(f64, animator_point, i32) -> animator_point", "(f64, animator_point) -> animator_point",
      "(f64, animator_point, f64) -> animator_size",
    ] {
      #expect(try refusal(of: program(list))?.contains("mismatched types") == true)
    }
  }
}
