/// A question that a person answers while a device is bonded. Without ``answer``, devices are bonded only if they need
/// no passkey ("Just Works").
public enum PairingQuestion: Hashable, Sendable {
  /// The device shows a passkey, which is the answer.
  case passkey(device: String)
  /// The device shows a passkey, which should be this one. The answer is this passkey if it is.
  case comparison(device: String, passkey: Int)
  /// This passkey is to be entered on the device. The answer is ignored.
  case display(device: String, passkey: Int)

  /// Asks the person, for this task's connections. Returns nil if the person refuses.
  @TaskLocal public static var answer: (@Sendable (PairingQuestion) async -> Int?)?
}
