internal import Formats
internal import Scenes

extension SVGNormalizer {
  /// Returns the embedded pictures in order; embedded SVG pictures are inserted among the elements.
  func takeImages(depth: Int) -> [VectorFile.Image] {
    var images: [VectorFile.Image] = []
    var elements: [XMLElement] = []
    root.forEach { if $0.name == "image" || $0.name == "feImage" { elements.append($0) } }
    for element in elements {
      guard let href = element.href, !href.isEmpty else { continue }
      if href.hasPrefix("#") { continue }
      guard let bytes = DataURI.bytes(href) else {
        let isSeen = !["width", "height"].contains {
          element[$0].flatMap { CSSLength.pixels($0) } == 0
        }
        if element.name == "image", isSeen, element.ancestor(["clipPath"]) == nil {
          say(
            "<image> refers to \(Self.short(href)), which is not "
              + (href.hasPrefix("data:") ? "a picture that pipeline can read" : "read"), element)
        }
        leaveOutPicture(of: element)
        continue
      }
      if VectorFile.isMarkup(bytes) {
        place(bytes, in: element, depth: depth)
      } else {
        if inherited("image-rendering", of: element) == "optimizeSpeed" {
          say(
            "the pixels of <\(element.name)> are enlarged with soft edges",
            element)
        }
        images.append(VectorFile.Image(bytes: bytes, place: element.place, element: element))
      }
    }
    finishPictures()
    return images
  }

  /// Finishes the nested pictures after they were inserted among the elements.
  func finishPictures() {
    wrapNestedPictures()
    index()
    askForFonts()
    findFilterCosts()
    findGradientCosts()
  }

  func leaveOutPicture(of element: XMLElement) {
    element["href"] = nil
    element["xlink:href"] = nil
  }

  /// Computes a missing width or height from the other one.
  private func giveSize(to outer: XMLElement, of inner: VectorFile) {
    func side(_ name: String) -> Double? { outer[name].flatMap { CSSLength.pixels($0) } }
    let (width, height) = (side("width"), side("height"))
    let size = inner.size
    if width == nil {
      outer["width"] = "\(height.map { $0 * size.width / size.height } ?? size.width)"
    }
    if height == nil {
      outer["height"] = "\(width.map { $0 * size.height / size.width } ?? size.height)"
    }
  }

  func place(_ bytes: [UInt8], in element: XMLElement, depth: Int) {
    do throws(VectorError) {
      guard depth < 4 else {
        throw VectorError(place: element.place, message: "nested too deeply")
      }
      let inner = try VectorFile(bytes, depth: depth + 1, meter: meter)
      for remark in inner.remarks {
        say("in the SVG of <\(element.name)>: \(remark.text)", element)
      }
      if element.name == "feImage" {
        element["xlink:href"] = nil
        element["href"] = "data:image/svg+xml;base64," + Base64.encoded(inner.plain())
        shownInFilters.append((element, inner))
        return
      }
      let svg = inner.mender.root
      prefixIDs(of: svg, by: freshID() + "-")
      let (width, height) = ("\(inner.size.width)", "\(inner.size.height)")
      let outer = XMLElement("svg", at: element.place)
      for (name, value) in element.attributes
      where !["href", "xlink:href", "css:image-rendering"].contains(name) { outer[name] = value }
      giveSize(to: outer, of: inner)
      // Browsers fit a file with a viewBox into the whole box, unless the picture is stretched.
      let isStretched = element["preserveAspectRatio"]?.trimmed.hasPrefix("none") == true
      if isStretched || svg["viewBox"] == nil && inner.hasSize {
        outer["viewBox"] = "0 0 \(width) \(height)"
        svg["width"] = width
        svg["height"] = height
      } else {
        // The nested picture is fitted into the element's box.
        svg["width"] = outer["width"]
        svg["height"] = outer["height"]
      }
      if svg["viewBox"] == nil { svg["viewBox"] = "0 0 \(width) \(height)" }
      outer.append(svg)
      // A nested svg supports neither a transform nor a clip.
      let group = XMLElement("g", at: element.place)
      for name in [
        "transform", "clip-path", "mask", "filter", "opacity", "css:mix-blend-mode", "id",
      ] {
        group[name] = outer[name]
        outer[name] = nil
      }
      group.append(outer)
      meter.spend(element.parent?.children.count ?? 0, element)
      element.replace(with: [group])
      let found = outerMatrix(of: outer) ?? Matrix()
      let map = found.isUpright ? found : Matrix()
      func factor(_ side: String, _ whole: Double) -> Double {
        (outer[side].flatMap { CSSLength.pixels($0) } ?? whole) / whole
      }
      let (across, down) = (
        factor("width", inner.size.width), factor("height", inner.size.height)
      )
      let least = min(across, down)
      for (id, value) in inner.mender.pixelValues {
        let (x, y) = isStretched ? (across, down) : (least, least)
        pixelValues[id] = PixelValues(
          scale: Size(value.scale.width * map.a * x, value.scale.height * map.d * y),
          shift: value.shift)
      }
    } catch {
      say("the SVG in <\(element.name)> cannot be read: \(error.message)", element)
      leaveOutPicture(of: element)
    }
  }

  private func prefixIDs(of svg: XMLElement, by prefix: String) {
    svg.forEach { element in
      for (name, value) in element.attributes {
        if name == "id" {
          element[name] = prefix + value
        } else if name.hasSuffix("href"), value.hasPrefix("#") {
          element[name] = "#" + prefix + value.dropFirst()
        } else if let (url, rest) = CSSText.urlAndRest(value), url.hasPrefix("#") {
          let made = Validity.reference("#" + prefix + url.dropFirst())
          element[name] = rest.isEmpty ? made : "\(made) \(rest)"
        }
      }
    }
  }
}
