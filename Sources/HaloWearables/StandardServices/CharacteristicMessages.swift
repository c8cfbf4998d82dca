/// Creates decoders for characteristic values, for drivers and the standard services.
public enum CharacteristicMessages {
  /// Decodes a value. Never fails: see ``UndecodedValue``.
  public typealias Reader = @Sendable ([UInt8]) -> any MessageFields

  /// Makes a reader from `make`, which returns `nil` for a value that is too short.
  public static func reader(_ make: @escaping @Sendable ([UInt8]) -> (any MessageFields)?) -> Reader {
    { value in make(value) ?? UndecodedValue.tooShort(value) }
  }

  /// Makes a reader for messages of one type.
  public static func reader<Message: CharacteristicMessage>(_: Message.Type) -> Reader {
    { value in
      if let message = Message(value: value) { message } else { UndecodedValue.tooShort(value) }
    }
  }

  /// Makes a reader for messages of one type that does not have all values. `isCommand` is true if the first byte of
  /// the others is a command.
  static func strictReader<Message: CharacteristicMessage>(_: Message.Type, isCommand: Bool = false) -> Reader {
    { value in
      guard let first = value.first else { return UndecodedValue.tooShort(value) }
      let message: (any MessageFields)? = Message(value: value)
      return message ?? UndecodedValue.unknown(value, command: isCommand ? first : nil)
    }
  }
}
