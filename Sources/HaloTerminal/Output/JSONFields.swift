/// A JSON object with the given fields; those that are `nil` are left out.
package struct JSONFields: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var base: (any Encodable)?
  private let fields: [(String, (any Encodable)?)]

  package init(dictionaryLiteral fields: (String, (any Encodable)?)...) { self.fields = fields }

  /// The fields of `base`, and others.
  package init(_ base: (any Encodable)?, adding others: JSONFields) { (self.base, fields) = (base, others.fields) }

  package func encode(to encoder: any Encoder) throws {
    try base?.encode(to: encoder)
    var container = encoder.container(keyedBy: Name.self)
    for case (let name, let value?) in fields { try container.encode(value, forKey: Name(stringValue: name)) }
  }
}
