/// A decoded value of a standard characteristic.
///
/// If `init(value:)` accepts the bytes, ``value`` returns exactly the same bytes.
public protocol CharacteristicMessage: MessageFields, Hashable {
  /// Decodes a value; `nil` if it is shorter than the characteristic's minimum.
  init?(value: [UInt8])

  /// The encoded bytes.
  var value: [UInt8] { get }
}
