// swift-tools-version: 6.2
import PackageDescription

// AnimatorKit, the words of animator.h in Swift, as pipeline installs it.
let package = Package(
  name: "AnimatorKit",
  products: [.library(name: "AnimatorKit", targets: ["AnimatorKit"])],
  targets: [
    .target(name: "CAnimator"),
    .target(
      name: "AnimatorKit", dependencies: ["CAnimator"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .strictMemorySafety(),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
