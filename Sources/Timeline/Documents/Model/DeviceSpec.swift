package import JSON
package import Scenes

/// A device frame that is drawn around the screens.
package struct DeviceSpec: Sendable {
  package enum Model: String, Hashable, Sendable, CaseIterable {
    case iPhone16 = "iphone-16"
    case iPhone16Pro = "iphone-16-pro"
    case iPhone16ProMax = "iphone-16-pro-max"
    case phone, tablet, browser, watch, tv
  }
  package enum Orientation: String, Hashable, Sendable, CaseIterable { case portrait, landscape }
  /// The colour of the status bar's clock and battery symbol.
  package enum StatusBar: String, Hashable, Sendable, CaseIterable {
    /// The colour is black or white, depending on the picture below.
    case automatic
    case light, dark
  }
  package enum Appearance: String, Hashable, Sendable, CaseIterable { case light, dark }

  /// The dimensions of a model in portrait orientation, in points of its screen.
  package struct Shape: Sendable {
    package var screen: Size
    /// The number of screen pixels per point of the device.
    package var pixels: Double
    package var cornerRadius: Double
    /// The distances from the screen to the edge of the device at the top, at the sides, and at the bottom.
    package var bezel: (top: Double, side: Double, bottom: Double)
    package var bodyRadius: Double
    /// The camera hole or the island at the top, relative to the corner of the screen.
    package var island: Rect?
  }

  package var origin = Origin.start
  package var model = Model.phone
  /// A picture that the document supplies instead of a model.
  package var image: ImageSpec?
  /// The rectangle of the screen in the picture, in points of the picture; nil means the transparent area
  /// around its centre.
  package var glass: RectSpec?
  package var cornerRadius: Double?
  /// The size of the screen in points; nil means the model's screen size, or the size of the transparent
  /// area.
  package var size: Size?
  package var hasIsland = true
  /// The orientation of the device; nil means the orientation of the model's screen.
  package var orientation: Orientation?
  package var appearance = Appearance.dark
  package var statusBar: StatusBar?
  package var clock = "9:41"
  /// The frame of the device on the canvas; nil means that the device is centred, as large as it fits with a
  /// margin.
  package var frame: RectSpec?
  package init() {}

  /// iPhone 16 has 1179 × 2556 pixels at scale 3 (Apple's specifications, September 2024); its corner radius
  /// is 55 points and its island 126 × 37 points (measured in Apple's design resources). iPhone 16 Pro and
  /// Pro Max have 1206 × 2622 and 1320 × 2868 pixels at scale 3 (Apple's specifications, September 2024). The
  /// tablet has 1640 × 2360 pixels at scale 2 (iPad Air 11-inch, Apple's specifications, May 2024) and a
  /// corner radius of 18. The watch has 396 × 484 pixels at scale 2 (Apple Watch Series 9, 45 mm, September
  /// 2023). The phone, browser and television are not real products: the phone has 390 × 844 points at scale
  /// 3, the browser a window of 1280 × 800 at scale 1, and the television 1920 × 1080 at scale 1.
  package var shape: Shape {
    switch model {
    case .iPhone16:
      Shape(
        screen: Size(393, 852), pixels: 3, cornerRadius: 55, bezel: (16, 16, 16),
        bodyRadius: 71, island: Rect(133.5, 11, 126, 37))
    case .iPhone16Pro:
      Shape(
        screen: Size(402, 874), pixels: 3, cornerRadius: 62, bezel: (12, 12, 12),
        bodyRadius: 74, island: Rect(138, 14, 126, 37))
    case .iPhone16ProMax:
      Shape(
        screen: Size(440, 956), pixels: 3, cornerRadius: 62, bezel: (12, 12, 12),
        bodyRadius: 74, island: Rect(157, 14, 126, 37))
    case .phone:
      Shape(
        screen: Size(390, 844), pixels: 3, cornerRadius: 47, bezel: (14, 14, 14), bodyRadius: 61,
        island: Rect(184, 14, 22, 22))
    case .tablet:
      Shape(
        screen: Size(820, 1180), pixels: 2, cornerRadius: 18, bezel: (34, 34, 34),
        bodyRadius: 52, island: nil)
    case .browser:
      Shape(
        screen: Size(1280, 800), pixels: 1, cornerRadius: 0, bezel: (44, 1, 1), bodyRadius: 12,
        island: nil)
    case .watch:
      Shape(
        screen: Size(198, 242), pixels: 2, cornerRadius: 45, bezel: (14, 14, 14), bodyRadius: 59,
        island: nil)
    case .tv:
      Shape(
        screen: Size(1920, 1080), pixels: 1, cornerRadius: 4, bezel: (14, 14, 14), bodyRadius: 16,
        island: nil)
    }
  }

  /// The part of the screen that neither the status bar nor the home indicator covers. On iPhone 16, the safe
  /// area starts 59 points below the top and ends 34 points above the bottom; in landscape, it is 59 points
  /// from the sides and 21 above the bottom. On a phone with a camera hole, the top inset is 47 points; on a
  /// tablet, the insets are 24 and 20 points (UIKit's `safeAreaInsets`).
  package func safeArea(of size: Size) -> Rect {
    let isWide = size.width > size.height
    switch model {
    case .iPhone16, .iPhone16Pro, .iPhone16ProMax, .phone:
      let top = model == .phone ? 47.0 : model == .iPhone16 ? 59 : 62
      return isWide
        ? Rect(top, 0, max(1, size.width - 2 * top), max(1, size.height - 21))
        : Rect(0, top, size.width, max(1, size.height - top - 34))
    case .tablet: return Rect(0, 24, size.width, max(1, size.height - 44))
    case .browser, .watch, .tv: return Rect(0, 0, size.width, size.height)
    }
  }
}

extension DeviceSpec.Model {
  /// The device whose screen has exactly this size in pixels in either orientation; otherwise the device with
  /// the nearest aspect ratio.
  package init(ofScreenshot size: Size) {
    let (short, long) = (min(size.width, size.height), max(size.width, size.height))
    // A film of 1920 × 1080 pixels may show a computer as well as a television.
    for model in Self.allCases where model != .tv {
      var spec = DeviceSpec()
      spec.model = model
      let (screen, pixels) = (spec.shape.screen, spec.shape.pixels)
      let own = [screen.width, screen.height].sorted()
      // A recording may have been reduced to one or two pixels per point.
      if [pixels, 1, 2].contains(where: { own[0] * $0 == short && own[1] * $0 == long }) {
        self = model
        return
      }
    }
    switch long / max(1, short) {
    case ..<1.3: self = size.width < 500 ? .watch : .tablet
    case ..<1.5: self = .tablet
    case ..<1.72 where size.width > size.height: self = .browser
    case ..<1.79 where size.width > size.height && short >= 800: self = .browser
    default: self = .phone
    }
  }
}
