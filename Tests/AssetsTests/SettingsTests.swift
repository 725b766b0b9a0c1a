import JSON
import PluginHosting
import PluginModel
import Assets
import Documents
import EngineSupport
import Evaluation
import Foundation
import Media
import Planning
import Reporting
import Scenes
import TestSupport
import Testing

/// Settings are values that can be passed on, and that reading uses.
@Suite struct SettingsTests {
  private static func all() -> ReadingSettings {
    var settings = ReadingSettings()
    settings.variables = [.init(name: "tint", value: "\"#00ff00\""), .init(name: "b", value: "2")]
    settings.limits = [.init(name: "layers", value: 7), .init(name: "pixels", value: 1000)]
    settings.allowsOutsideAssets = true
    settings.isStrict = true
    settings.plugins.folders = ["a b", "c"]
    settings.plugins.isolation = .always
    settings.plugins.sandbox = .require
    settings.plugins.onFault = .skip
    settings.plugins.callSeconds = 2.5
    settings.plugins.mediaSeconds = 9
    settings.plugins.allowsDocumentPlugins = true
    settings.plugins.comparesLayers = true
    return settings
  }

  @Test func theySurviveJSON() throws {
    let settings = Self.all()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = try encoder.encode(settings)
    let read = try JSONDecoder().decode(ReadingSettings.self, from: text)
    #expect(try encoder.encode(read) == text)
    #expect(read.plugins == settings.plugins && read.variables == settings.variables)
    #expect(read.limits == settings.limits && read.isStrict && read.allowsOutsideAssets)
  }

  @Test func limitsAndPathsReachTheReader() {
    let reader = Self.all().reader
    #expect(reader.limits.layers == 7)
    #expect(reader.allowsOutsidePaths)
    #expect(!ReadingSettings().reader.allowsOutsidePaths)
  }

  /// The limits that apply belong to the settings with which a document was read, not to the process.
  @Test func projectsBesideEachOtherHaveTheirOwnLimits() throws {
    let folder = try Scratch()
    var narrow = ReadingSettings()
    narrow.limits = [.init(name: "work", value: 1_000_000), .init(name: "pixels", value: 1000)]
    narrow.plugins.mediaSeconds = 9
    narrow.plugins.sandbox = .off
    let (a, b) = (Told(), Told())
    let (tellingA, tellingB) = (a.diagnostics, b.diagnostics)
    let first = try Sample.project(in: folder, narrow, tellingA)
    let second = try Sample.project(in: folder, ReadingSettings(), tellingB)
    #expect(first.planned.document.limits.work == 1_000_000)
    #expect(second.planned.document.limits.work == RenderCost.usualLimit)
    #expect(first.media.limits.pixels == 1000)
    #expect(second.media.limits.pixels == 64_000_000)
    #expect(first.media.seconds == 9 && second.media.seconds == nil)
    #expect(first.media.sandbox == .off && second.media.sandbox == .auto)
    first.media.warn("of the first")
    tellingB.tellPlugins(at: nil)
    tellingA.tellPlugins(at: nil)
    #expect(a.lines == ["of the first"] && b.lines.isEmpty)
  }

  @Test func theLastValueOfAVariableCounts() throws {
    let folder = try Scratch()
    var settings = ReadingSettings()
    settings.variables = [
      .init(name: "tint", value: "#00ff00"), .init(name: "tint", value: "#0000ff"),
    ]
    let project = try Sample.project(in: folder, settings)
    let layer = try #require(project.planned.playback.plan.stage.nodes.first { $0.id == "box" })
    #expect(layer.properties.backgroundColor?.numbers == [0, 0, 1, 1])
  }

  @Test func aMissingDocumentIsMissing() {
    let error = #expect(throws: EngineError.self) {
      try ReadingSettings().read("/nowhere/at/all.json")
    }
    #expect(error?.cause == .missing)
  }

  @Test func everyProblemIsToldWithItsPlace() throws {
    let folder = try Scratch()
    let error = #expect(throws: EngineError.self) {
      try Sample.project("{ \"version\": 1, \"canvas\": { \"size\": [8] }, \"a\": 1 }", in: folder)
    }
    #expect(error?.cause == .content)
    #expect(error?.problems.count == error?.lines.count)
    #expect((error?.problems.count ?? 0) >= 2)
    #expect(error?.problems.first?.origin.position.line == 1)
  }

  @Test func aReaderKeepsItsPluginsForTheNextDocument() throws {
    let folder = try Scratch()
    try folder.write(Sample.moving, to: "a.json")
    let reader = ProjectReader(ReadingSettings(), .silent)
    let (first, second) = (
      try reader.open(folder.path("a.json")), try reader.open(folder.path("a.json"), scale: 2)
    )
    #expect(first.registry === second.registry)
    #expect((first.planned.scale, second.planned.scale) == (1, 2))
  }
}
