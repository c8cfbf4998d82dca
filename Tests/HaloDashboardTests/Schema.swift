import HaloHealth

@testable import HaloDashboard

/// Validates JSON against the subset of JSON Schema that the API description uses. All objects are closed: members
/// that the schema does not describe are errors, unless `additionalProperties` allows them.
struct Schema {
  let root: JSON

  /// Returns the problems of a value with a schema of the API's description.
  static func problems(_ value: JSON, _ name: String) -> [String] {
    Schema(root: DescriptionTests.description).problems(
      value, ["$ref": .string("#/components/schemas/\(name)")], at: name)
  }

  /// Returns the problems of a value with their locations; empty if it is valid.
  func problems(_ value: JSON, _ schema: JSON, at place: String = "") -> [String] {
    if let name = schema["$ref"]?.text {
      guard let target = resolve(name) else { return ["\(place): unknown reference \(name)"] }
      return problems(value, target, at: place)
    }
    if let choices = schema["anyOf"]?.items {
      let all = choices.map { problems(value, $0, at: place) }
      return all.contains { $0.isEmpty } ? [] : all.first ?? []
    }
    var found: [String] = []
    if let types = schema["type"].map({ $0.items?.compactMap(\.text) ?? [$0.text ?? ""] }),
      !types.contains(where: { Self.isOf(value, $0) })
    {
      return ["\(place): \(Self.brief(value)) is not \(types.joined(separator: " or "))"]
    }
    if let choices = schema["enum"]?.items, !choices.contains(value) {
      found.append("\(place): \(Self.brief(value)) is not one of the choices")
    }
    if case .object(let members) = value {
      for name in schema["required"]?.items?.compactMap(\.text) ?? [] where value[name] == nil {
        found.append("\(place): '\(name)' is missing")
      }
      for member in members {
        if member.value == .null { found.append("\(place): '\(member.name)' is null") }
        if let of = schema["properties"]?[member.name] {
          found += problems(member.value, of, at: "\(place).\(member.name)")
        } else if let other = schema["additionalProperties"], other != .bool(false) {
          if other.flag == nil { found += problems(member.value, other, at: "\(place).\(member.name)") }
        } else if schema["type"] == "object" {
          found.append("\(place): '\(member.name)' is not described")
        }
      }
    }
    if case .array(let items) = value {
      if let least = schema["minItems"]?.integer, items.count < least { found.append("\(place): too few items") }
      if let most = schema["maxItems"]?.integer, items.count > most { found.append("\(place): too many items") }
      let first = schema["prefixItems"]?.items ?? []
      for (number, item) in items.enumerated() {
        if let of = number < first.count ? first[number] : schema["items"] {
          found += problems(item, of, at: "\(place)[\(number)]")
        }
      }
    }
    if let format = schema["format"]?.text, let text = value.text {
      if format == "date-time", Moment(text) == nil { found.append("\(place): '\(text)' is not a time") }
      if format == "date", CalendarDate(text) == nil { found.append("\(place): '\(text)' is not a day") }
    }
    return found
  }

  func resolve(_ name: String) -> JSON? {
    name.split(separator: "/").dropFirst().reduce(root as JSON?) { $0?[String($1)] }
  }

  private static func isOf(_ value: JSON, _ type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }

  private static func brief(_ value: JSON) -> String {
    String(String(decoding: value.bytes, as: UTF8.self).prefix(80))
  }
}
