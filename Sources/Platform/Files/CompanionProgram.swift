/// The programs that take the place of `pipeline` for some of its commands, so that it is built, linked and loaded
/// without what these alone need.
package enum CompanionProgram: String, CaseIterable, Sendable {
  /// The program for recordings: `measure` and `match`.
  case measure = "pipeline-measure"
  /// Effects of other programs: `plugin import`, `import-glsl` and `export`.
  case `import` = "pipeline-import"
  /// The studio: `preview`, which starts its server, and `serve`, what that asks.
  case studio = "pipeline-studio"
  /// Renders on several machines: `submit`, `status`, `join` and `verify`.
  case farm = "pipeline-farm"
}
