public import Foundation

/// A chooser controlled by a script, for tests and for programs without a user.
public struct ScriptedChooser: AccessoryChooser {
  /// The script's decision about the devices discovered so far.
  public enum Choice: Hashable, Sendable {
    /// Choose this device.
    case pick(UUID)
    /// Choose none and close the picker.
    case cancel
    /// Keep waiting.
    case wait
  }

  private let decide: @Sendable ([AccessoryCandidate]) -> Choice
  private let newName: String?

  /// A chooser that calls `decide` after every change, and names new accessories `newName` if the program asks for a
  /// name.
  public init(naming newName: String? = nil, _ decide: @escaping @Sendable ([AccessoryCandidate]) -> Choice) {
    self.newName = newName
    self.decide = decide
  }

  /// Chooses the first device.
  public static var first: ScriptedChooser { ScriptedChooser { $0.first.map { .pick($0.id) } ?? .wait } }

  /// Chooses the first device whose name or identifier contains that text, in either case.
  public static func named(_ text: String) -> ScriptedChooser {
    ScriptedChooser { found in
      let wanted = found.first {
        ($0.name ?? "").localizedCaseInsensitiveContains(text)
          || $0.id.uuidString.localizedCaseInsensitiveContains(text.replacing(":", with: ""))
      }
      return wanted.map { .pick($0.id) } ?? .wait
    }
  }

  /// Cancels, as if the user closed the picker.
  public static var cancelling: ScriptedChooser { ScriptedChooser { _ in .cancel } }

  /// Calls the script for each change until it chooses a device or cancels.
  public func choose(of kinds: [String], from found: AsyncStream<[AccessoryCandidate]>) async throws -> UUID? {
    for await candidates in found {
      switch decide(candidates) {
      case .pick(let id): return id
      case .cancel: return nil
      case .wait: continue
      }
    }
    throw CancellationError()
  }

  /// Returns the scripted name.
  public func rename(_ name: String) async throws -> String? { newName }

  /// Does nothing.
  public func report(_ message: String) async {}
}
