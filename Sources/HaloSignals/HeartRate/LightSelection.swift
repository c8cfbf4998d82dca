/// Selects each window's best light: of those with a value the one with the highest confidence.
///
/// Movement and a loose strap do not hide the pulse in all colors alike.
public struct LightSelection: Sendable {
  private var waiting: [[HeartRateWindow]]

  /// - Parameter lights: how many there are.
  public init(lights: Int) {
    waiting = Array(repeating: [], count: lights)
  }

  /// Takes the next window of a light.
  ///
  /// - Parameter emit: gets the windows that all lights have reached, in order.
  public mutating func add(_ window: HeartRateWindow, light: Int, emit: (HeartRateWindow) -> Void) {
    waiting[light].append(window)
    while waiting.allSatisfy({ !$0.isEmpty }) { select(emit) }
  }

  /// Emits the windows that some lights did not reach.
  public mutating func finish(_ emit: (HeartRateWindow) -> Void) {
    while waiting.contains(where: { !$0.isEmpty }) { select(emit) }
  }

  private mutating func select(_ emit: (HeartRateWindow) -> Void) {
    guard let start = waiting.compactMap({ $0.first?.start }).min() else { return }
    var best: HeartRateWindow?
    for light in waiting.indices where waiting[light].first?.start == start {
      let window = waiting[light].removeFirst()
      guard let held = best else {
        best = window
        continue
      }
      let isBetter = window.bpm != nil && (held.bpm == nil || window.confidence > held.confidence)
      if isBetter { best = window }
    }
    if let best { emit(best) }
  }
}
