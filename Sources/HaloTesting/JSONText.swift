import Foundation

/// Returns a message as a line of JSON, without the line break.
package func line(_ message: some MessageFields) -> String {
  var lines = JSONLineWriter()
  lines.append(message)
  return String(decoding: lines.bytes.dropLast(), as: UTF8.self)
}

/// Returns JSON as canonical text, which is equal exactly if the values are equal.
package func canonical(_ object: [String: Any]) -> String? {
  (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])).map {
    String(decoding: $0, as: UTF8.self)
  }
}

/// Returns a line of JSON as canonical text, which is equal exactly if the values are equal.
package func canonical(line: String) -> String? {
  (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]).flatMap { canonical($0) }
}
