/// A setting that messages mention by a name that depends on the caller.
package enum Setting: Hashable, Sendable {
  /// The document limit with the given name.
  case limit(String)
  case variable(String)
  case pluginTimeout, mediaTimeout
  case wholeSandbox, noIsolation, documentPlugins
  case framesPerSecond, scale, speed, motionBlur, frames
  case codec, quality, effort
}

/// The names of settings in messages: a program has options, and a library has members of structs.
package enum Vocabulary: Hashable, Sendable {
  case commandLine, library

  package func name(_ setting: Setting) -> String {
    let (option, member) = names(setting)
    return self == .commandLine ? option : member
  }

  private func names(_ setting: Setting) -> (option: String, member: String) {
    switch setting {
    case .limit(let name): ("--limit \(name)=N", "a greater limit of \(name)")
    case .variable(let name): ("--set \(name)", "the variable \(name)")
    case .pluginTimeout: ("--plugin-timeout", "the timeout of plugins")
    case .mediaTimeout: ("--media-timeout", "the timeout of media")
    case .wholeSandbox: ("--sandbox require", "a required sandbox")
    case .noIsolation: ("--isolate never", "isolation never")
    case .documentPlugins: ("--allow-document-plugins", "the permission for its plugins")
    case .framesPerSecond: ("--fps", "the frame rate")
    case .scale: ("--scale", "scale")
    case .speed: ("--speed", "speed")
    case .motionBlur: ("--motion-blur", "the motion blur")
    case .frames: ("--frames", "frames")
    case .codec: ("--codec", "codec")
    case .quality: ("--quality", "quality")
    case .effort: ("--effort", "effort")
    }
  }

  /// The hint at the end of every message about a limit.
  package func allowing(_ limit: String) -> String { "; \(name(.limit(limit))) allows more" }
}
