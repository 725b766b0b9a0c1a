/// The programs that replace `pipeline` for some of its commands, so that `pipeline` is built, linked and
/// loaded without the code that only these need.
package enum CompanionProgram: String, CaseIterable, Sendable {
  /// The program for recordings: `measure` and `match`.
  case measure = "pipeline-measure"
  /// Effects of other programs: `plugin import`, `import-glsl` and `export`.
  case `import` = "pipeline-import"
  /// The studio: `preview`, which starts its server, and `serve`, the renderer.
  case studio = "pipeline-studio"
  /// Renders on several machines: `submit`, `status`, `cancel`, `join` and `verify`.
  case farm = "pipeline-farm"
}
