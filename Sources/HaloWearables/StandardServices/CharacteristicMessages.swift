/// Makes the readers with which drivers and the standard services say what the values of characteristics mean.
public enum CharacteristicMessages {
  /// Makes a message of a value. Never fails: see ``UnreadValue``.
  public typealias Reader = @Sendable ([UInt8]) -> any MessageFields

  /// A reader of what `make` understands; it returns `nil` for what is too short.
  public static func reader(_ make: @escaping @Sendable ([UInt8]) -> (any MessageFields)?) -> Reader {
    { value in make(value) ?? UnreadValue.tooShort(value) }
  }

  /// A reader that makes messages of one type.
  public static func reader<Message: CharacteristicMessage>(_: Message.Type) -> Reader {
    { value in
      if let message = Message(value: value) { message } else { UnreadValue.tooShort(value) }
    }
  }
}
