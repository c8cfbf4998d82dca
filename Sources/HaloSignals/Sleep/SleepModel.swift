import CHaloData
import Foundation

/// The unpacked model of ``SleepStager``: boosted trees (a round has one tree per stage, whose leaves are
/// summed) and a logistic regression on the same features.
struct SleepModel: Sendable {
  /// A tree as questions that are all evaluated: going right at a question excludes the leaves left of it, and the
  /// first remaining leaf is the result. No evaluation depends on another, so four epochs are processed at a time.
  private struct Tree {
    struct Question {
      var feature: Int
      var missingGoesLeft: Bool
      /// Values up to this go left.
      var bound: Float
      /// The leaves that remain when going right, as a bit mask.
      var leaves: UInt32
    }
    var questions: [Question] = []
    /// The values of the leaves, from left to right; at most 32.
    var values: [Double] = []
  }

  /// The model in this package; nil only if its bytes were damaged.
  static let trained = SleepModel(packed: packed)

  /// The model in this package in packed form, which `scripts/train-stager` writes.
  static var packed: [UInt8] {
    var count = 0
    let bytes = halo_sleep_stager(&count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The number of features.
  let features: Int
  private let baseline: [Double]
  private let trees: [Tree]
  private let middles: [Double]
  private let scales: [Double]
  private let intercepts: [Double]
  private let coefficients: [[Double]]

  /// - Parameter bytes: The model packed by `halodata.training` (Tools/python).
  /// - Returns: nil for invalid data.
  init?(packed bytes: [UInt8]) {
    var index = 0
    func floats(_ count: Int) -> [Double]? {
      guard index + 4 * count <= bytes.count else { return nil }
      defer { index += 4 * count }
      return (0..<count).map { Double(Self.float(bytes, at: index + 4 * $0)) }
    }
    guard let baseline = floats(4), bytes.count >= 20 else { return nil }
    let rounds = Int(bytes[16]) | Int(bytes[17]) << 8
    let features = Int(bytes[18]) | Int(bytes[19]) << 8
    index = 20
    guard let middles = floats(features), let scales = floats(features), let intercepts = floats(4) else { return nil }
    let coefficients = (0..<4).compactMap { _ in floats(features) }
    guard coefficients.count == 4 else { return nil }
    var trees: [Tree] = []
    for _ in 0..<rounds * 4 {
      guard index < bytes.count, index + 1 + 8 * Int(bytes[index]) <= bytes.count else { return nil }
      let nodes = bytes[index + 1..<index + 1 + 8 * Int(bytes[index])]
      var tree = Tree()
      guard Self.addNode(0, of: Array(nodes), features, in: &tree) else { return nil }
      trees.append(tree)
      index += 1 + nodes.count
    }
    self.features = features
    self.baseline = baseline
    self.trees = trees
    self.middles = middles
    self.scales = scales
    self.intercepts = intercepts
    self.coefficients = coefficients
  }

  /// Adds a node and its descendants to a tree; returns false if it has more leaves than the mask has bits. A node has eight
  /// bytes: the feature that is compared, or 255 for a leaf; 1 if missing values go left; the indices of the nodes to the
  /// left and right; and the bound, or the leaf's value.
  private static func addNode(_ index: Int, of nodes: [UInt8], _ features: Int, in tree: inout Tree) -> Bool {
    let at = 8 * index
    guard at + 8 <= nodes.count else { return false }
    let value = float(nodes, at: at + 4)
    if nodes[at] == 255 {
      tree.values.append(Double(value))
      return tree.values.count <= 32
    }
    let feature = Int(nodes[at])
    let left = Int(nodes[at + 2])
    let right = Int(nodes[at + 3])
    let first = tree.values.count
    // A child always comes after its parent, so the traversal ends.
    guard feature < features, left > index, right > index, addNode(left, of: nodes, features, in: &tree) else {
      return false
    }
    let lost = (UInt32(1) << UInt32(tree.values.count)) &- (UInt32(1) << UInt32(first))
    tree.questions.append(
      Tree.Question(feature: feature, missingGoesLeft: nodes[at + 1] == 1, bound: value, leaves: ~lost))
    return addNode(right, of: nodes, features, in: &tree)
  }

  private static func float(_ bytes: [UInt8], at index: Int) -> Float {
    Float(
      bitPattern: UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16
        | UInt32(bytes[index + 3]) << 24)
  }

  /// Returns the probability of each stage at each epoch, from the epoch's features alone: the geometric mean of both
  /// models.
  ///
  /// - Parameter columns: One array per feature, all of the same length.
  func shares(_ columns: [[Double]]) -> [SIMD4<Double>] {
    let count = columns.first?.count ?? 0
    let trees = boosted(columns, count)
    let linear = regressed(columns, count)
    return (0..<count).map { epoch in
      let first = Self.softmax(trees[epoch])
      let second = Self.softmax(linear[epoch])
      var sums = SIMD4<Double>.zero
      for stage in 0..<4 { sums[stage] = (log(max(first[stage], 1e-6)) + log(max(second[stage], 1e-6))) / 2 }
      return Self.softmax(sums)
    }
  }

  private func boosted(_ columns: [[Double]], _ count: Int) -> [SIMD4<Double>] {
    var sums = [SIMD4<Double>](repeating: SIMD4(baseline), count: count)
    // Bounds were rounded to 32 bits, so the values compared with them must be too.
    let values = columns.map { $0.map { Float($0) } }
    var leaves = [UInt32](repeating: 0, count: count)
    for (index, tree) in trees.enumerated() {
      leaves.withUnsafeMutableBufferPointer { leaves in
        for epoch in leaves.indices { leaves[epoch] = .max }
        for question in tree.questions {
          let bound = question.bound
          let remaining = question.leaves
          values[question.feature].withUnsafeBufferPointer { values in
            // NaN compares false, so the comparison is chosen that sends missing values the right way.
            if question.missingGoesLeft {
              for epoch in leaves.indices { leaves[epoch] &= values[epoch] > bound ? remaining : .max }
            } else {
              for epoch in leaves.indices { leaves[epoch] &= values[epoch] <= bound ? .max : remaining }
            }
          }
        }
      }
      let stage = index & 3
      for epoch in 0..<count { sums[epoch][stage] += tree.values[leaves[epoch].trailingZeroBitCount] }
    }
    return sums
  }

  private func regressed(_ columns: [[Double]], _ count: Int) -> [SIMD4<Double>] {
    var sums = [SIMD4<Double>](repeating: SIMD4(intercepts), count: count)
    for (feature, column) in columns.enumerated() {
      let weights = SIMD4(
        coefficients[0][feature], coefficients[1][feature], coefficients[2][feature], coefficients[3][feature])
      let middle = middles[feature]
      let scale = scales[feature]
      for epoch in 0..<count where !column[epoch].isNaN {
        sums[epoch] += weights * min(max((column[epoch] - middle) / scale, -4), 4)
      }
    }
    return sums
  }

  private static func softmax(_ sums: SIMD4<Double>) -> SIMD4<Double> {
    let highest = sums.max()
    let powers = SIMD4(exp(sums[0] - highest), exp(sums[1] - highest), exp(sums[2] - highest), exp(sums[3] - highest))
    return powers / powers.sum()
  }
}
