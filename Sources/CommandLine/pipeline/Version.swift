import PluginHosting

enum Version {
  static var text: String {
    "pipeline \(HostVersion.text) (animator ABI \(HostVersion.interface))"
  }
}
