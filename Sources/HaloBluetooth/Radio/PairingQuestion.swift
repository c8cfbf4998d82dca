/// A question that a person answers while a device is bonded. Without ``answer``, devices are bonded only if they need
/// no passkey ("Just Works").
public enum PairingQuestion: Hashable, Sendable {
  /// The device shows a passkey, which is the answer.
  case passkey(device: String)
  /// The device shows a passkey, which should be this one. The answer is this passkey if it is.
  case comparison(device: String, passkey: Int)
  /// This passkey is to be entered on the device. The answer is ignored.
  case display(device: String, passkey: Int)

  /// Asks a person. In an optimized program of Swift 6.3.1, binding a task-local value that is itself a function ends in
  /// a segmentation fault; this structure around it does not.
  public struct Answer: Sendable {
    private let ask: @Sendable (PairingQuestion) async -> Int?

    /// Creates an answer; `ask` returns nil if the person refuses.
    public init(_ ask: @escaping @Sendable (PairingQuestion) async -> Int?) { self.ask = ask }

    /// Asks the person. Returns nil if the person refuses.
    public func callAsFunction(_ question: PairingQuestion) async -> Int? { await ask(question) }
  }

  /// Asks the person, for this task's connections.
  @TaskLocal public static var answer: Answer?
}
