import HaloBluetooth

/// A behavior of every radio, with the recorded deviations of some.
public struct Requirement: Sendable {
  /// The subject of a requirement.
  public enum Subject: Sendable {
    /// The radio, from scanning to turning it off.
    case radio(@Sendable (any RadioStage) async throws -> Void)
    /// A link, which other requirements may use before and after.
    case link(@Sendable (Link) async throws -> Void)
  }

  /// The required behavior.
  public let name: String
  let subject: Subject
  /// The radios that deviate, with their behavior.
  public let differences: [RadioKind: String]

  init(
    radio name: String, differences: [RadioKind: String] = [:],
    _ body: @escaping @Sendable (any RadioStage) async throws -> Void
  ) {
    self.name = name
    self.differences = differences
    subject = .radio(body)
  }

  init(
    link name: String, differences: [RadioKind: String] = [:], _ body: @escaping @Sendable (Link) async throws -> Void
  ) {
    self.name = name
    self.differences = differences
    subject = .link(body)
  }

  /// All requirements.
  public static let all = ofRadios + ofLinks

  /// True if the requirement concerns links.
  public var isOfLink: Bool { if case .link = subject { true } else { false } }
}

/// A requirement that is not met.
struct UnmetRequirement: Error, CustomStringConvertible {
  let description: String
}

/// Throws a description unless the condition is true.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  if !condition { throw UnmetRequirement(description: what()) }
}

/// Returns the Bluetooth error that `body` throws.
func error(of body: () async throws -> Void) async throws -> BluetoothError {
  do { try await body() } catch let error as BluetoothError { return error }
  throw UnmetRequirement(description: "there was no error")
}
