#if BlueZ && os(Linux)
  import CSystemd
  import Glibc

  /// Encodes and decodes messages with sd-bus.
  enum MessageCoding {
    /// The maximum depth of nested values. The bus itself allows 64.
    private static let deepest = 32

    // MARK: Reading

    /// Decodes the values of a message.
    static func read(_ message: OpaquePointer) -> [BusValue] {
      var values: [BusValue] = []
      while let value = next(message, depth: 0) { values.append(value) }
      return values
    }

    /// Decodes a signal or a call.
    static func message(_ message: OpaquePointer) -> BusMessage {
      func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
      return BusMessage(
        sender: text(sd_bus_message_get_sender(message)), path: text(sd_bus_message_get_path(message)),
        interface: text(sd_bus_message_get_interface(message)), member: text(sd_bus_message_get_member(message)),
        arguments: read(message))
    }

    private static func next(_ message: OpaquePointer, depth: Int) -> BusValue? {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      guard depth < deepest, sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
      let inner = contents.map { String(cString: $0) } ?? ""
      switch UInt8(bitPattern: type) {
      case UInt8(ascii: "b"): return basic(message, type, Int32(0)).map { .bool($0 != 0) }
      case UInt8(ascii: "y"): return basic(message, type, UInt8(0)).map(BusValue.byte)
      case UInt8(ascii: "n"): return basic(message, type, Int16(0)).map(BusValue.int16)
      case UInt8(ascii: "q"): return basic(message, type, UInt16(0)).map(BusValue.uint16)
      case UInt8(ascii: "i"): return basic(message, type, Int32(0)).map(BusValue.int32)
      case UInt8(ascii: "u"): return basic(message, type, UInt32(0)).map(BusValue.uint32)
      case UInt8(ascii: "x"): return basic(message, type, Int64(0)).map(BusValue.int64)
      case UInt8(ascii: "t"): return basic(message, type, UInt64(0)).map(BusValue.uint64)
      case UInt8(ascii: "d"): return basic(message, type, Double(0)).map(BusValue.double)
      case UInt8(ascii: "s"): return text(message, type).map(BusValue.string)
      case UInt8(ascii: "o"): return text(message, type).map(BusValue.path)
      case UInt8(ascii: "g"): return text(message, type).map(BusValue.signature)
      case UInt8(ascii: "h"):
        // The message owns its descriptor, so keep a copy.
        guard let borrowed = basic(message, type, Int32(-1)) else { return nil }
        let copy = fcntl(borrowed, F_DUPFD_CLOEXEC, 3)
        return copy < 0 ? nil : .descriptor(BusDescriptor(copy))
      case UInt8(ascii: "v"):
        guard sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
        defer { sd_bus_message_exit_container(message) }
        return next(message, depth: depth + 1)
      case UInt8(ascii: "a") where inner == "y":
        var pointer: UnsafeRawPointer?
        var count = 0
        guard sd_bus_message_read_array(message, CChar(bitPattern: UInt8(ascii: "y")), &pointer, &count) >= 0 else {
          return nil
        }
        return .bytes(pointer.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) } ?? [])
      case UInt8(ascii: "a") where inner.hasPrefix("{"):
        guard sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
        defer { sd_bus_message_exit_container(message) }
        return .dictionary(entries(message, String(inner.dropFirst().dropLast()), depth: depth + 1))
      case UInt8(ascii: "a"), UInt8(ascii: "r"):
        guard sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
        defer { sd_bus_message_exit_container(message) }
        var values: [BusValue] = []
        while let value = next(message, depth: depth + 1) { values.append(value) }
        return .array(values)
      default: return nil
      }
    }

    private static func entries(_ message: OpaquePointer, _ signature: String, depth: Int) -> [String: BusValue] {
      var entries: [String: BusValue] = [:]
      while sd_bus_message_enter_container(message, CChar(bitPattern: UInt8(ascii: "e")), signature) > 0 {
        let key = next(message, depth: depth)
        let value = next(message, depth: depth)
        if let key, let value, let name = key.text ?? key.int.map(String.init) { entries[name] = value }
        sd_bus_message_exit_container(message)
      }
      return entries
    }

    private static func basic<Value>(_ message: OpaquePointer, _ type: CChar, _ empty: Value) -> Value? {
      var value = empty
      return withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(message, type, $0) } > 0 ? value : nil
    }

    private static func text(_ message: OpaquePointer, _ type: CChar) -> String? {
      var pointer: UnsafePointer<CChar>?
      guard withUnsafeMutablePointer(to: &pointer, { sd_bus_message_read_basic(message, type, $0) }) > 0 else {
        return nil
      }
      return pointer.map { String(cString: $0) }
    }

    // MARK: Writing

    /// Appends values. Returns false if the message does not accept one of them.
    static func append(_ values: [BusValue], to message: OpaquePointer) -> Bool {
      values.allSatisfy { append($0, to: message) }
    }

    /// Returns the D-Bus signature of a value. The first element of an array determines its type; empty arrays are
    /// arrays of strings.
    static func signature(_ value: BusValue) -> String {
      switch value {
      case .bool: "b"
      case .byte: "y"
      case .int16: "n"
      case .uint16: "q"
      case .int32: "i"
      case .uint32: "u"
      case .int64: "x"
      case .uint64: "t"
      case .double: "d"
      case .string: "s"
      case .path: "o"
      case .signature: "g"
      case .bytes: "ay"
      case .descriptor: "h"
      case .dictionary: "a{sv}"
      case .numbered: "a{qv}"
      case .interfaces: "a{sa{sv}}"
      case .objects: "a{oa{sa{sv}}}"
      case .array(let values): "a" + (values.first.map(signature) ?? "s")
      }
    }

    private static func append(_ value: BusValue, to message: OpaquePointer) -> Bool {
      switch value {
      case .bool(let value): return basic("b", Int32(value ? 1 : 0), message)
      case .byte(let value): return basic("y", value, message)
      case .int16(let value): return basic("n", value, message)
      case .uint16(let value): return basic("q", value, message)
      case .int32(let value): return basic("i", value, message)
      case .uint32(let value): return basic("u", value, message)
      case .int64(let value): return basic("x", value, message)
      case .uint64(let value): return basic("t", value, message)
      case .double(let value): return basic("d", value, message)
      case .string(let value): return text("s", value, message)
      case .path(let value): return text("o", value, message)
      case .signature(let value): return text("g", value, message)
      case .descriptor(let value): return basic("h", value.rawValue, message)
      case .bytes(let bytes):
        return bytes.withUnsafeBytes {
          sd_bus_message_append_array(message, CChar(bitPattern: UInt8(ascii: "y")), $0.baseAddress, $0.count) >= 0
        }
      case .array(let values):
        return within("a", values.first.map(signature) ?? "s", message) { append(values, to: message) }
      case .dictionary(let entries):
        return dictionary(entries, "{sv}", message, { text("s", $0, message) }) { variant($0, message) }
      case .numbered(let entries):
        return dictionary(entries, "{qv}", message, { basic("q", $0, message) }) { variant($0, message) }
      case .interfaces(let interfaces): return append(interfaces, to: message)
      case .objects(let objects):
        return dictionary(objects, "{oa{sa{sv}}}", message, { text("o", $0, message) }) { append($0, to: message) }
      }
    }

    private static func append(_ interfaces: [String: [String: BusValue]], to message: OpaquePointer) -> Bool {
      dictionary(interfaces, "{sa{sv}}", message, { text("s", $0, message) }) { properties in
        append(.dictionary(properties), to: message)
      }
    }

    private static func variant(_ value: BusValue, _ message: OpaquePointer) -> Bool {
      within("v", signature(value), message) { append(value, to: message) }
    }

    /// Appends a dictionary in the order of its keys.
    private static func dictionary<Key: Comparable, Value>(
      _ entries: [Key: Value], _ signature: String, _ message: OpaquePointer, _ key: (Key) -> Bool,
      _ value: (Value) -> Bool
    ) -> Bool {
      within("a", signature, message) {
        entries.sorted { $0.key < $1.key }.allSatisfy { entry in
          within("e", String(signature.dropFirst().dropLast()), message) { key(entry.key) && value(entry.value) }
        }
      }
    }

    private static func basic<Value>(_ type: Unicode.Scalar, _ value: Value, _ message: OpaquePointer) -> Bool {
      withUnsafePointer(to: value) { sd_bus_message_append_basic(message, CChar(type.value), $0) >= 0 }
    }

    private static func text(_ type: Unicode.Scalar, _ value: String, _ message: OpaquePointer) -> Bool {
      // For texts, sd-bus expects the pointer to the characters itself.
      value.withCString { sd_bus_message_append_basic(message, CChar(type.value), $0) >= 0 }
    }

    private static func within(
      _ type: Unicode.Scalar, _ contents: String, _ message: OpaquePointer, _ body: () -> Bool
    ) -> Bool {
      guard sd_bus_message_open_container(message, CChar(type.value), contents) >= 0 else { return false }
      return body() && sd_bus_message_close_container(message) >= 0
    }
  }
#endif
