import Foundation

/// Selects each window's best light: of those with a value the one with the highest confidence.
///
/// Movement and a loose strap do not hide the pulse in all colors alike. But several lights have several chances to be wrong: those that are
/// more likely no pulse than one count against the best.
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
    var windows: [HeartRateWindow] = []
    for light in waiting.indices where waiting[light].first?.start == start {
      windows.append(waiting[light].removeFirst())
    }
    let told = windows.indices.filter { windows[$0].bpm != nil }
    guard let place = told.max(by: { windows[$0].confidence < windows[$1].confidence }) else {
      windows.first.map(emit)
      return
    }
    var best = windows.remove(at: place)
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
