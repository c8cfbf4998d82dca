import HaloBluetooth

/// Tries radios.
public enum ConformanceRun {
  /// What came of a requirement.
  public struct Result: Sendable {
    public let requirement: Requirement
    /// What was not so; `nil` where all was.
    public let problem: String?

    /// Whether it is as it is known to be with that kind of radio.
    public func isAsKnown(_ kind: RadioKind) -> Bool {
      (problem != nil) == (requirement.differences[kind] != nil)
    }
  }

  /// Tries one requirement, with a link of its own where it needs one.
  public static func result(of requirement: Requirement, on stage: any RadioStage) async -> Result {
    switch requirement.subject {
    case .radio(let body): await result(requirement, stage) { try await body(stage) }
    case .link(let body): await result(requirement, stage) { try await stage.withLink(body) }
    }
  }

  /// Tries one requirement over a link that there is.
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
