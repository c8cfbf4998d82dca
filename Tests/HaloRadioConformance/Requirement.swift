import HaloBluetooth

/// Something that is so with every radio, or that is known to be otherwise with some.
public struct Requirement: Sendable {
  /// What the requirement is about.
  public enum Subject: Sendable {
    /// The radio, from scanning to being turned off.
    case radio(@Sendable (any RadioStage) async throws -> Void)
    /// A link, which may serve others before and after.
    case link(@Sendable (Link) async throws -> Void)
  }

  /// What is so.
  public let name: String
  let subject: Subject
  /// With which radios it is not, and how it is there.
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

  /// All of them.
  public static let all = ofRadios + ofLinks

  /// Whether it is about links.
  public var isOfLink: Bool { if case .link = subject { true } else { false } }
}

/// What was not as it should be.
struct Unmet: Error, CustomStringConvertible {
  let description: String
}

/// Says what was not so.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  if !condition { throw Unmet(description: what()) }
}

/// The error of Bluetooth that `body` ends with.
func error(of body: () async throws -> Void) async throws -> BluetoothError {
  do { try await body() } catch let error as BluetoothError { return error }
  throw Unmet(description: "there was no error")
}
