internal import PluginHosting

package enum Version {
  package static var text: String {
    "pipeline \(HostVersion.text) (animator ABI \(HostVersion.interface))"
  }
}
