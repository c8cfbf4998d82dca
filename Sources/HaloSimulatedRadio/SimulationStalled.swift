import Foundation

/// The error of a simulation whose tasks all wait, none of them for the simulated clock.
public struct SimulationStalled: Error, CustomStringConvertible {
  /// The file and line that began the simulation.
  public let place: String
  /// The real time without any event.
  public let limit: Duration
  /// Descriptions of the known waits.
  public let waits: [String]

  /// The error as English text.
  public var description: String {
    let known =
      waits.isEmpty
      ? "The tasks wait for something that Halo does not know, such as a stream that never ends."
      : "These tasks wait for:" + waits.map { "\n- \($0)" }.joined()
    return "\(place): nothing has happened in this simulation for \(limit). \(known)"
  }

  /// Writes the error to standard error.
  func print() { FileHandle.standardError.write(Data("\(self)\n".utf8)) }
}
