import Foundation

/// The trained numbers of ``SleepStagerModel``, unpacked: boosted trees, a round of one tree a stage whose leaves are summed, and a
/// logistic regression on the same features.
struct SleepModel: Sendable {
  private struct Node {
    /// The feature that is asked; 255 in a leaf.
    var feature: UInt8
    var missingGoesLeft: Bool
    var left: Int32
    var right: Int32
    /// The bound (left where at most that), or the leaf's value.
    var value: Float
  }

  /// The model that the package carries; nil only where its text were damaged.
  static let trained = SleepModel(packed: SleepStagerModel.packed)

  /// How many features it wants.
  let features: Int
  private let baseline: [Double]
  private let nodes: [Node]
  private let roots: [Int32]
  private let middles: [Double]
  private let scales: [Double]
  private let intercepts: [Double]
  private let coefficients: [[Double]]

  /// - Parameter packed: as `scripts/train-stager` packs it, in base 64.
  /// - Returns: nil where it is anything else.
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
    var nodes: [Node] = []
    var roots: [Int32] = []
    for _ in 0..<rounds * 4 {
      guard place < bytes.count else { return nil }
      let count = Int(bytes[place])
      place += 1
      guard count > 0, place + 8 * count <= bytes.count else { return nil }
      let root = Int32(nodes.count)
      roots.append(root)
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
            feature: bytes[at], missingGoesLeft: bytes[at + 1] == 1, left: root + Int32(left),
            right: root + Int32(right), value: float(at + 4)))
      }
      place += 8 * count
    }
    self.features = features
    self.baseline = baseline
    self.nodes = nodes
    self.roots = roots
    (self.middles, self.scales, self.intercepts, self.coefficients) = (middles, scales, intercepts, coefficients)
  }

  /// How likely each stage is at an epoch, by the epoch's features alone: the geometric mean of what both models say.
  func shares(_ features: [Double]) -> [Double] {
    var trees = baseline
    for (tree, root) in roots.enumerated() {
      var node = nodes[Int(root)]
      while node.feature != 255 {
        let value = features[Int(node.feature)]
        // Bounds that are values themselves were rounded to 32 bits: so is what is compared with them.
        let goesLeft = value.isNaN ? node.missingGoesLeft : Float(value) <= node.value
        node = nodes[Int(goesLeft ? node.left : node.right)]
      }
      trees[tree & 3] += Double(node.value)
    }
    var linear = intercepts
    for (feature, value) in features.enumerated() where !value.isNaN {
      let standard = min(max((value - middles[feature]) / scales[feature], -4), 4)
      for stage in 0..<4 { linear[stage] += coefficients[stage][feature] * standard }
    }
    let (first, second) = (Self.softmax(trees), Self.softmax(linear))
    return Self.softmax((0..<4).map { (log(max(first[$0], 1e-6)) + log(max(second[$0], 1e-6))) / 2 })
  }

  private static func softmax(_ sums: [Double]) -> [Double] {
    let highest = sums.max() ?? 0
    let powers = sums.map { exp($0 - highest) }
    let total = powers.reduce(0, +)
    return powers.map { $0 / total }
  }
}
