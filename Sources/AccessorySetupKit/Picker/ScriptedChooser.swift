#if !canImport(Darwin)
  public import Foundation

  /// Chooses as a script says: for tests, and for programs that run where nobody sits.
  public struct ScriptedChooser: AccessoryChooser {
    /// What a script does with the devices that were found until then.
    public enum Choice: Hashable, Sendable {
      /// That one.
      case pick(UUID)
      /// None, and no more looking.
      case cancel
      /// None yet.
      case wait
    }

    private let decide: @Sendable ([AccessoryCandidate]) -> Choice
    private let newName: String?

    /// Does what `decide` says, asked whenever something changes, and gives new accessories that name where the program asks for one.
    public init(naming newName: String? = nil, _ decide: @escaping @Sendable ([AccessoryCandidate]) -> Choice) {
      self.newName = newName
      self.decide = decide
    }

    /// The first device that is found.
    public static var first: ScriptedChooser { ScriptedChooser { $0.first.map { .pick($0.id) } ?? .wait } }

    /// The first device whose name or identifier holds that text, in either case.
    public static func named(_ text: String) -> ScriptedChooser {
      ScriptedChooser { found in
        let wanted = found.first {
          ($0.name ?? "").localizedCaseInsensitiveContains(text)
            || $0.id.uuidString.localizedCaseInsensitiveContains(text.replacing(":", with: ""))
        }
        return wanted.map { .pick($0.id) } ?? .wait
      }
    }

    /// None: somebody who closes the picker.
    public static var cancelling: ScriptedChooser { ScriptedChooser { _ in .cancel } }

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

    public func rename(_ name: String) async throws -> String? { newName }

    public func tell(_ words: String) async {}
  }
#endif
