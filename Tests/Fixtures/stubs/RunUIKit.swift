import UIKit

// Compiled with an exported transition, whose type `ExportedTransition` names: it plays, and each element's animations are
// printed, a line of JSON each: the element, the key path, and the value at each time that the arguments give.
final class Context: NSObject, UIViewControllerContextTransitioning {
  let containerView = UIView()
  let transitionWasCancelled = false
  let to = UIView()
  var completed: Bool?
  func completeTransition(_ didComplete: Bool) { completed = didComplete }
  func view(forKey key: UITransitionContextViewKey) -> UIView? { key == .to ? to : nil }
}

func line(_ members: [Any]) {
  print(
    String(decoding: try! JSONSerialization.data(withJSONObject: members), as: UTF8.self))
}

@main struct Run {
  @MainActor static func main() {
    let times = CommandLine.arguments.dropFirst().map { Double($0)! }
    let transition = ExportedTransition()
    for element in ExportedTransition.Element.allCases { transition.views[element] = UIView() }
    let context = Context()
    transition.animateTransition(using: context)
    guard context.completed == true, context.containerView.subviews == [context.to],
      transition.transitionDuration(using: context) == ExportedTransition.duration
    else { fatalError("the transition does not complete") }
    for (element, view) in transition.views {
      let layers = [("", view.layer)] + (view.layer.mask.map { [("mask.", $0)] } ?? [])
      for (prefix, layer) in layers {
        for (key, animation) in layer._animations {
          guard let animation = animation as? CAKeyframeAnimation, animation.keyPath == key else {
            fatalError("\(element) \(key)")
          }
          if let fault = animation._fault() { fatalError("\(element) \(fault)") }
          line([element.rawValue, prefix + key, times.map { animation._numbers(at: $0) }])
        }
      }
    }
    if let drive = exportedDrive, !drive() { fatalError("the interaction does not follow") }
    // For people who ask for less motion only the new screen fades in.
    UIAccessibility._reducesMotion = true
    let calm = Context()
    let reduced = ExportedTransition()
    reduced.animateTransition(using: calm)
    guard let fade = calm.to.layer._animations["opacity"] as? CAKeyframeAnimation,
      fade._fault() == nil, fade._numbers(at: ExportedTransition.duration / 2) == [0.5],
      calm.completed == true
    else { fatalError("no fade for reduced motion") }
  }
}
