public import HaloBluetooth

/// What the values of the standard characteristics mean, whichever device they come from.
public enum CharacteristicMessages {
  /// Makes a message of a value. Never fails: see ``UnreadValue``.
  package typealias Reader = @Sendable ([UInt8]) -> any MessageFields

  /// One line a folder that knows characteristics.
  private static let readers: [BluetoothUUID: Reader] = [
    FitnessMachine.readers, HeartRateMonitor.readers, StandardServices.readers,
  ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }

  /// The characteristics whose values have a meaning here, by number.
  public static var known: [BluetoothUUID] { readers.keys.sorted { $0.high < $1.high } }

  /// What a value of a characteristic says. Nothing is lost: what nobody understands, or is damaged, keeps its bytes.
  public static func message(_ value: [UInt8], of characteristic: BluetoothUUID) -> any MessageFields {
    readers[characteristic]?(value) ?? UnreadValue.unknown(value)
  }

  /// A reader of what `make` understands; it returns `nil` for what is too short.
  package static func reader(_ make: @escaping @Sendable ([UInt8]) -> (any MessageFields)?) -> Reader {
    { value in make(value) ?? UnreadValue.tooShort(value) }
  }

  /// A reader that makes messages of one type.
  package static func reader<Message: CharacteristicMessage>(_: Message.Type) -> Reader {
    { value in
      if let message = Message(value: value) { message } else { UnreadValue.tooShort(value) }
    }
  }
}
