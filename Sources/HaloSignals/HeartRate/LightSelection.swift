import Foundation

/// Selects the best color for each window: the one with a value and the highest confidence.
///
/// Movement and a loose strap do not affect all colors alike. But several colors have more chances to be
/// wrong: colors that are probably not a pulse reduce the confidence of the best one.
public struct LightSelection: Sendable {
  private var waiting: [[HeartRateWindow]]

  /// - Parameter lights: The number of colors.
  public init(lights: Int) {
    waiting = Array(repeating: [], count: lights)
  }

  /// Adds the next window of a color.
  ///
  /// - Parameter emit: Receives the windows that all colors have reached, in order.
  public mutating func add(_ window: HeartRateWindow, light: Int, emit: (HeartRateWindow) -> Void) {
    waiting[light].append(window)
    while waiting.allSatisfy({ !$0.isEmpty }) { select(emit) }
  }

  /// Emits the windows that some colors did not reach.
  public mutating func finish(_ emit: (HeartRateWindow) -> Void) {
    while waiting.contains(where: { !$0.isEmpty }) { select(emit) }
  }

  private mutating func select(_ emit: (HeartRateWindow) -> Void) {
    guard let start = waiting.compactMap({ $0.first?.start }).min() else { return }
    var windows: [HeartRateWindow] = []
    for light in waiting.indices where waiting[light].first?.start == start {
      windows.append(waiting[light].removeFirst())
    }
    let answered = windows.indices.filter { windows[$0].bpm != nil }
    guard let index = answered.max(by: { windows[$0].confidence < windows[$1].confidence }) else {
      windows.first.map(emit)
      return
    }
    var best = windows.remove(at: index)
    if !windows.isEmpty {
      let against = windows.reduce(0) { $0 + min(0, Self.odds($1.confidence)) } / Double(windows.count)
      best.confidence = 1 / (1 + exp(-Self.odds(best.confidence) - HeartRateModel.otherLights * against))
      if best.confidence < HeartRateModel.leastConfidence {
        best.bpm = nil
        best.refusal = .unclear
      }
    }
    emit(best)
  }

  private static func odds(_ probability: Double) -> Double {
    let inside = min(max(probability, 0.02), 0.99)
    return log(inside / (1 - inside))
  }
}
