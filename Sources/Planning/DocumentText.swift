import AnimatorHosting
import Documents
import Evaluation
import Scenes
enum ColorText { static func color(_ s: String) -> Color? { fatalError() } }
extension Dimension { static func read(_ s: String) -> Dimension? { fatalError() } }
extension DurationSpec { static func read(_ s: String) -> DurationSpec? { fatalError() } }
extension Selector { static func read(_ s: String) -> Selector? { fatalError() } }
extension PlanningSession {
  func easing(_ node: JSONNode) -> EasingSpec? { fatalError() }
  func easing(_ text: String, of animator: AnimatorDescription) -> Located<EasingSpec>? { fatalError() }
  func defaultNode(_ json: String, of animator: AnimatorDescription, _ step: AnimatorStep) -> JSONNode? { fatalError() }
  func create(_ json: String, role: String, _ names: [String: Int], _ node: TimelineNode) -> Int? { fatalError() }
}
