/// Solves symmetric equations of a few unknowns.
package enum SmallMatrix {
  /// Solves a·x = b for each column of b by Cholesky's factorisation; nil if a is not positive definite.
  package static func solve(_ a: [Double], _ n: Int, _ columns: [[Double]]) -> [[Double]]? {
    var l = a
    for j in 0..<n {
      for i in j..<n {
        var sum = l[i * n + j]
        for k in 0..<j { sum -= l[i * n + k] * l[j * n + k] }
        if i > j {
          l[i * n + j] = sum / l[j * n + j]
        } else {
          guard sum > 1e-14 else { return nil }
          l[j * n + j] = sum.squareRoot()
        }
      }
    }
    return columns.map { column in
      var x = column
      for i in 0..<n {
        for k in 0..<i { x[i] -= l[i * n + k] * x[k] }
        x[i] /= l[i * n + i]
      }
      for i in stride(from: n - 1, through: 0, by: -1) {
        for k in i + 1..<max(i + 1, n) { x[i] -= l[k * n + i] * x[k] }
        x[i] /= l[i * n + i]
      }
      return x
    }
  }
}
