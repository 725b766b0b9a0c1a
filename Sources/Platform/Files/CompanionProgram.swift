/// The programs that replace `pipeline` for some commands, so that `pipeline` is linked and loaded without
/// the code that only those commands need.
package enum CompanionProgram: String, CaseIterable, Sendable {
  /// The program for the recording commands `measure` and `match`.
  case measure = "pipeline-measure"
  /// The program for the effects of other programs: `plugin import`, `import-glsl` and `export`.
  case `import` = "pipeline-import"
  /// The program for the studio: `preview`, which starts the server, and `serve`, the renderer.
  case studio = "pipeline-studio"
  /// The program for rendering on several machines: `submit`, `status`, `cancel`, `join` and `verify`.
  case farm = "pipeline-farm"
}
