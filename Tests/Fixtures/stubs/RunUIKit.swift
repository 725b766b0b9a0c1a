import UIKit

// Compiled with an exported transition of the type `ExportedTransition`: plays the transition and prints a line of JSON
// for each animation of each element, with the element, the key path, and the value at each time in the arguments.
final class Context: NSObject, UIViewControllerContextTransitioning {
  let containerView = UIView()
  let transitionWasCancelled = false
  let from = UIView()
  let to = UIView()
  let controller = UIViewController()
  var completed: Bool?
  func completeTransition(_ didComplete: Bool) { completed = didComplete }
  func view(forKey key: UITransitionContextViewKey) -> UIView? { key == .to ? to : from }
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    controller
  }
  func finalFrame(for viewController: UIViewController) -> CGRect {
    CGRect(x: 0, y: 0, width: 320, height: 568)
  }
}

func line(_ members: [Any]) {
  print(
    String(decoding: try! JSONSerialization.data(withJSONObject: members), as: UTF8.self))
}

@main struct Run {
  @MainActor static func main() {
    let times = CommandLine.arguments.dropFirst().map { Double($0)! }
    let transition = ExportedTransition()
    let context = Context()
    for element in ExportedTransition.Element.allCases { transition.views[element] = UIView() }
    context.containerView.addSubview(context.from)
    transition.animateTransition(using: context)
    guard context.completed == nil, context.to.superview === context.containerView,
      context.to.frame.size.width == 320,
      transition.transitionDuration(using: context) == ExportedTransition.duration
    else { fatalError("the transition does not begin") }
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
    // The transition leaves the screens as the app expects them, and removes what it added to the container.
    CATransaction._complete()
    guard context.completed == true,
      Set(context.containerView.subviews) == [context.from, context.to],
      transition.views.values.allSatisfy({ $0.layer._animations.isEmpty && $0.layer.mask == nil })
    else { fatalError("the transition does not end") }
    if let drive = exportedDrive, !drive() { fatalError("the interaction does not follow") }
    // With reduced motion, the new screen only fades in.
    UIAccessibility._reducesMotion = true
    let calm = Context()
    calm.containerView.addSubview(calm.from)
    let reduced = ExportedTransition()
    reduced.animateTransition(using: calm)
    guard let fade = calm.to.layer._animations["opacity"] as? CAKeyframeAnimation,
      fade._fault() == nil, fade._numbers(at: ExportedTransition.duration / 2) == [0.5]
    else { fatalError("no fade for reduced motion") }
  }
}
