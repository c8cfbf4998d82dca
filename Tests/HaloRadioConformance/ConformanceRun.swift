import HaloBluetooth

/// Tests the conformance of radios.
public enum ConformanceRun {
  /// The result of a requirement.
  public struct Result: Sendable {
    /// The tested requirement.
    public let requirement: Requirement
    /// The reason why the requirement was not met; `nil` if it was.
    public let problem: String?

    /// Returns true if the result matches the deviations recorded for that kind of radio.
    public func isAsKnown(_ kind: RadioKind) -> Bool {
      (problem != nil) == (requirement.differences[kind] != nil)
    }
  }

  /// Tests a requirement, over a new link if it needs one.
  public static func result(of requirement: Requirement, on stage: any RadioStage) async -> Result {
    switch requirement.subject {
    case .radio(let body): await result(requirement, stage) { try await body(stage) }
    case .link(let body): await result(requirement, stage) { try await stage.withLink(body) }
    }
  }

  /// Tests a requirement over an existing link.
  public static func result(of requirement: Requirement, over link: Link, on stage: any RadioStage) async -> Result {
    switch requirement.subject {
    case .radio(let body): await result(requirement, stage) { try await body(stage) }
    case .link(let body): await result(requirement, stage) { try await body(link) }
    }
  }

  private static func result(
    _ requirement: Requirement, _ stage: any RadioStage, _ body: @escaping @Sendable () async throws -> Void
  ) async -> Result {
    do {
      let isDone = try await stage.within(stage.longTime) {
        try await body()
        return true
      }
      return Result(requirement: requirement, problem: isDone == nil ? "it took more than \(stage.longTime)" : nil)
    } catch {
      return Result(requirement: requirement, problem: "\(error)")
    }
  }
}
