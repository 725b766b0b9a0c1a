import Documents
import JSON

extension PlannedDocument {
  /// The UIKit lifecycle calls to the view controllers of a move's screens.
  package struct Lifecycle: Sendable {
    package struct Call: Sendable {
      package var screen: String
      /// The name of the UIViewController method that is called, without its arguments.
      package var method: String
      /// True if the screen joins a stack, and false if it leaves one; nil for other screens.
      package var hasParent: Bool?
    }
    /// The screen that the move leaves and the screen that the move shows.
    package let from: String
    package let to: String
    package var starting: [Call] = []
    package var finishing: [Call] = []
    package var cancelling: [Call] = []
  }
}

extension FlowMove {
  /// The lifecycle calls of a move; nil if the move changes no screen. A presentation that covers only a part
  /// of the screen below does not call methods of that screen.
  func lifecycle(in stage: StageDraft) -> PlannedDocument.Lifecycle? {
    guard let from = scope.screens["from"].flatMap({ stage[$0].screen?.rawValue }),
      let to = scope.screens["to"].flatMap({ stage[$0].screen?.rawValue })
    else { return nil }
    func call(_ screen: String, _ method: String) -> PlannedDocument.Lifecycle.Call {
      .init(screen: screen, method: method)
    }
    func moves(_ screen: String, _ hasParent: Bool, _ method: String)
      -> PlannedDocument.Lifecycle.Call
    {
      .init(screen: screen, method: method, hasParent: hasParent)
    }
    let goes = covers || operation == .dismiss
    let comes = covers || operation == .present
    var calls = PlannedDocument.Lifecycle(from: from, to: to)
    var joining: (screen: String, hasParent: Bool)?
    switch spec.action.value {
    case .push, .replace: joining = (to, true)
    case .pop, .popTo, .popToRoot: joining = (from, false)
    default: break
    }
    if let joining {
      calls.starting.append(moves(joining.screen, joining.hasParent, "willMoveToParent"))
    }
    if goes { calls.starting.append(call(from, "viewWillDisappear")) }
    if comes { calls.starting.append(call(to, "viewWillAppear")) }
    if goes { calls.finishing.append(call(from, "viewDidDisappear")) }
    if comes { calls.finishing.append(call(to, "viewDidAppear")) }
    if let joining {
      calls.finishing.append(moves(joining.screen, joining.hasParent, "didMoveToParent"))
    }
    if comes {
      calls.cancelling += ["viewWillDisappear", "viewDidDisappear"].map { call(to, $0) }
    }
    if goes { calls.cancelling += ["viewWillAppear", "viewDidAppear"].map { call(from, $0) } }
    return calls
  }
}
