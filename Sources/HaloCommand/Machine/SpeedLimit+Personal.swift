import ArgumentParser
import HaloWearables

extension SpeedLimit {
  /// The limit of whoever uses this computer: `HALO_SPEED_LIMIT` in km/h, otherwise a careful one. This is the one place that commands
  /// ask.
  static func personal() throws -> SpeedLimit {
    guard let text = Terminal.environment("HALO_SPEED_LIMIT"), !text.isEmpty else { return .careful }
    guard let limit = Double(text), limit > 0, limit.isFinite else {
      throw ValidationError("HALO_SPEED_LIMIT is '\(Words.printable(text))'; it wants a speed in km/h, such as 8.")
    }
    return SpeedLimit(kilometersPerHour: limit)
  }
}
