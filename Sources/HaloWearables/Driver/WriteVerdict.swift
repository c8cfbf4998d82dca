/// A driver's verdict on writing a value to a device.
public enum WriteVerdict: Hashable, Sendable {
  /// The family knows the value, and it is harmless.
  case harmless
  /// The family does not know what the value does. It is written only if the user insists. The sentences say what is
  /// known about it.
  case unknown(Phrase)
  /// The value is never written. The sentences say what it does, and the alternative.
  case forbidden(Phrase)
}
