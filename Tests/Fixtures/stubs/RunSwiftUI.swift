import SwiftUI

// Compiled with exported modifiers and their list `exportedLayers`: prints a line of JSON for each layer, with the layer's
// state at each time in the arguments.
struct Plain: View {
  typealias Body = Never
  let width, height: Double
  func state(at time: Double) -> ViewState { ViewState(width: width, height: height) }
}

@main struct Run {
  @MainActor static func main() {
    let times = CommandLine.arguments.dropFirst().map { Double($0)! }
    for (name, view) in exportedLayers {
      let states = times.map { time -> [String: [Double]] in
        var state = view.state(at: time)
        state.numbers["projection"] = state.projection
        return state.numbers.merging(
          ["map": state.map, "size": [state.width, state.height], "opacity": [state.opacity]]
        ) { $1 }
      }
      print(
        String(
          decoding: try! JSONSerialization.data(withJSONObject: [name, states] as [Any]),
          as: UTF8.self))
    }
  }
}
