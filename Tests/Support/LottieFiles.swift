/// Lottie files of the tests, which are small enough to be readable.
package enum LottieFiles {
  /// Returns a file of ten frames at ten frames a second and 100×100 points: a red square of 20 points, named "Box",
  /// whose middle starts at 5 points and moves 10 points to the right in each frame.
  package static func square(
    layers more: String = "", members: String = "", color: String = #"{"a":0,"k":[1,0,0,1]}"#
  ) -> String {
    """
    {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":100,"h":100,\(members)"layers":[\(more)
    {"ty":4,"nm":"Mover","ind":9,"ip":0,"op":10,"st":0,"ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},
    "p":{"a":1,"k":[{"t":0,"s":[5,50],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":10,"s":[105,50]}]},
    "a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]}},"shapes":[{"ty":"gr","nm":"Box","it":[
    {"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[20,20]},"r":{"a":0,"k":0}},
    {"ty":"fl","nm":"Paint","c":\(color),"o":{"a":0,"k":100}},
    {"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},
    "r":{"a":0,"k":0},"o":{"a":0,"k":100}}]}]}],
    "markers":[{"tm":2,"cm":"middle","dr":4}]}
    """
  }

  /// Returns a layer before the square, followed by a comma: its members, the value of its opacity, and its position.
  package static func layer(
    _ members: String, opacity: String = #""k":100"#, position: String = "[0,0]"
  ) -> String {
    """
    {\(members),"ip":0,"op":10,"st":0,"ks":{"o":{"a":0,\(opacity)},"r":{"a":0,"k":0},
    "p":{"a":0,"k":\(position)},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]}}},
    """
  }
}
