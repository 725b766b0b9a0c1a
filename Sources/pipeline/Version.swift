import AnimatorHosting

enum Version {
  static let number = "1.0.0"
  static var text: String {
    "pipeline \(number) (animator ABI \(AnimatorABI.major).\(AnimatorABI.minor))"
  }
}
