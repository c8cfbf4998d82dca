import Foundation

/// The members of a request's JSON object. A route ignores those that it does not use, but `PUT /settings` refuses them.
struct RequestFields: Decodable, Sendable {
  private let values: [String: RequestField]

  init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: RequestField].self)
  }

  /// The names of all members.
  var names: [String] { Array(values.keys) }

  /// The member with a name.
  subscript(name: String) -> RequestField { values[name] ?? .absent }
}

extension Decodable {
  /// Decodes a request's body in time linear in its size. An empty body is an empty object.
  ///
  /// - Throws: ``APIError`` if the body is not a JSON object, or nests deeper than ``JSONShape/maxDepth``.
  init(request bytes: [UInt8]) throws(APIError) {
    let bytes = bytes.isEmpty ? [UInt8]("{}".utf8) : bytes
    guard JSONShape.isShallowObject(bytes), let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      throw .wrong("The request's body is not a JSON object.")
    }
    self = value
  }
}
