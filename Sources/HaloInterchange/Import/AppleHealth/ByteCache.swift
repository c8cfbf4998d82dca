/// The value of the last key. The attributes of successive records repeat, and comparing bytes is faster than making a text
/// of them.
struct ByteCache<Value> {
  private var key: [UInt8] = []
  private var last: Value?

  /// The value of a key if it was the last one.
  func known(_ key: ByteSlice) -> Value? { key.equals(self.key) ? last : nil }

  /// Sets the value of the last key.
  mutating func set(_ value: Value, for key: ByteSlice) { (self.key, last) = (key.array, value) }

  /// The value of a key, made by `make` if it was not the last one.
  mutating func value(_ key: ByteSlice, _ make: (ByteSlice) -> Value) -> Value {
    if let last = known(key) { return last }
    let new = make(key)
    set(new, for: key)
    return new
  }
}
