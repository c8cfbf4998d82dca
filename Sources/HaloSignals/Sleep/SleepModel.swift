import Foundation

/// The trained numbers of ``SleepStagerModel``, unpacked: boosted trees, a round of one tree a stage whose leaves are summed, and a
/// logistic regression on the same features.
struct SleepModel: Sendable {
  /// A tree as questions that are asked all at once: an epoch that goes right at one cannot end in the leaves left of it, and of the leaves that
  /// remain the first is the one. No way through the tree depends on the answer before, so that epochs are asked four at a time.
  private struct Tree {
    struct Question {
      var feature: Int
      var missingGoesLeft: Bool
      /// Left if at most that.
      var bound: Float
      /// The leaves that remain if it goes right, a bit each.
      var leaves: UInt32
    }
    var questions: [Question] = []
    /// What the leaves add, from left to right; 32 at most.
    var values: [Double] = []
  }

  /// A node as it is packed.
  private struct Node {
    /// The feature that is asked; 255 in a leaf.
    var feature: UInt8
    var missingGoesLeft: Bool
    var left: Int
    var right: Int
    /// The bound, or the leaf's value.
    var value: Float
  }

  /// The model that the package carries; nil only if its text were damaged.
  static let trained = SleepModel(packed: SleepStagerModel.packed)

  /// How many features it needs.
  let features: Int
  private let baseline: [Double]
  private let trees: [Tree]
  private let middles: [Double]
  private let scales: [Double]
  private let intercepts: [Double]
  private let coefficients: [[Double]]

  /// - Parameter packed: as `halodata.training` (Tools/python) packs it, in base 64.
  /// - Returns: nil if it is anything else.
  init?(packed: String) {
    guard let data = Data(base64Encoded: packed) else { return nil }
    let bytes = [UInt8](data)
    var place = 0
    func float(_ at: Int) -> Float {
      Float(
        bitPattern: UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
          | UInt32(bytes[at + 3]) << 24)
    }
    func floats(_ count: Int) -> [Double]? {
      guard place + 4 * count <= bytes.count else { return nil }
      defer { place += 4 * count }
      return (0..<count).map { Double(float(place + 4 * $0)) }
    }
    guard let baseline = floats(4), bytes.count >= 20 else { return nil }
    let rounds = Int(bytes[16]) | Int(bytes[17]) << 8
    let features = Int(bytes[18]) | Int(bytes[19]) << 8
    place = 20
    guard let middles = floats(features), let scales = floats(features), let intercepts = floats(4) else { return nil }
    var coefficients: [[Double]] = []
    for _ in 0..<4 {
      guard let values = floats(features) else { return nil }
      coefficients.append(values)
    }
    var trees: [Tree] = []
    for _ in 0..<rounds * 4 {
      guard place < bytes.count else { return nil }
      let count = Int(bytes[place])
      place += 1
      guard count > 0, place + 8 * count <= bytes.count else { return nil }
      var nodes: [Node] = []
      for node in 0..<count {
        let at = place + 8 * node
        let (left, right) = (Int(bytes[at + 2]), Int(bytes[at + 3]))
        // A child always comes after its parent, so a walk ends.
        let isLeaf = bytes[at] == 255
        guard isLeaf || Int(bytes[at]) < features && left > node && right > node && max(left, right) < count else {
          return nil
        }
        nodes.append(
          Node(
            feature: bytes[at], missingGoesLeft: bytes[at + 1] == 1, left: left, right: right, value: float(at + 4)))
      }
      var tree = Tree()
      guard Self.plant(0, of: nodes, in: &tree) else { return nil }
      trees.append(tree)
      place += 8 * count
    }
    self.features = features
    self.baseline = baseline
    self.trees = trees
    (self.middles, self.scales, self.intercepts, self.coefficients) = (middles, scales, intercepts, coefficients)
  }

  /// Takes a node and what is below it into a tree; false if it has more leaves than there are bits.
  private static func plant(_ index: Int, of nodes: [Node], in tree: inout Tree) -> Bool {
    let node = nodes[index]
    if node.feature == 255 {
      tree.values.append(Double(node.value))
      return tree.values.count <= 32
    }
    let first = tree.values.count
    guard plant(node.left, of: nodes, in: &tree) else { return false }
    let lost = (UInt32(1) << UInt32(tree.values.count)) &- (UInt32(1) << UInt32(first))
    tree.questions.append(
      Tree.Question(
        feature: Int(node.feature), missingGoesLeft: node.missingGoesLeft, bound: node.value, leaves: ~lost))
    return plant(node.right, of: nodes, in: &tree)
  }

  /// How likely each stage is at each epoch, by the epoch's features alone: the geometric mean of what both models say.
  ///
  /// - Parameter columns: a list a feature, all of one length.
  func shares(_ columns: [[Double]]) -> [SIMD4<Double>] {
    let count = columns.first?.count ?? 0
    let (trees, linear) = (boosted(columns, count), regressed(columns, count))
    return (0..<count).map { epoch in
      let (first, second) = (Self.softmax(trees[epoch]), Self.softmax(linear[epoch]))
      var sums = SIMD4<Double>.zero
      for stage in 0..<4 { sums[stage] = (log(max(first[stage], 1e-6)) + log(max(second[stage], 1e-6))) / 2 }
      return Self.softmax(sums)
    }
  }

  private func boosted(_ columns: [[Double]], _ count: Int) -> [SIMD4<Double>] {
    var sums = [SIMD4<Double>](repeating: SIMD4(baseline[0], baseline[1], baseline[2], baseline[3]), count: count)
    // Bounds that are values themselves were rounded to 32 bits: so is what is compared with them.
    let values = columns.map { $0.map { Float($0) } }
    var leaves = [UInt32](repeating: 0, count: count)
    for (index, tree) in trees.enumerated() {
      leaves.withUnsafeMutableBufferPointer { leaves in
        for epoch in leaves.indices { leaves[epoch] = .max }
        for question in tree.questions {
          let (bound, remaining) = (question.bound, question.leaves)
          values[question.feature].withUnsafeBufferPointer { values in
            // Nothing is said of a value that is missing by any comparison, so the one is chosen that sends it the right way.
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
    var sums = [SIMD4<Double>](
      repeating: SIMD4(intercepts[0], intercepts[1], intercepts[2], intercepts[3]), count: count)
    for (feature, column) in columns.enumerated() {
      let weights = SIMD4(
        coefficients[0][feature], coefficients[1][feature], coefficients[2][feature], coefficients[3][feature])
      let (middle, scale) = (middles[feature], scales[feature])
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
