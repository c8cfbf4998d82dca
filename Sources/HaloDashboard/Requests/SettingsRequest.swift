/// `PUT /settings`: the settings to change.
struct SettingsRequest: Decodable, Sendable {
  /// The profile fields in the request.
  let fields: [ProfileField: RequestField]
  /// The wearer whose data the browser shows.
  let wearer: RequestField
  /// Names of all members of the request, including those that are not settings.
  let memberNames: [String]

  private static let wearerName = "wearer"
  /// Names of the settings, in the order of error messages.
  static let names = ProfileField.allCases.map(\.rawValue) + [wearerName]

  private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: AnyName.self)
    memberNames = members.allKeys.map(\.stringValue)
    fields = try ProfileField.allCases.reduce(into: [:]) { fields, field in
      let value = try members.decode(RequestField.self, forKey: AnyName(stringValue: field.rawValue))
      if !value.isAbsent { fields[field] = value }
    }
    wearer = try members.decode(RequestField.self, forKey: AnyName(stringValue: Self.wearerName))
  }

  /// Changes a profile. `year` is the current year.
  ///
  /// - Throws: ``APIError`` that names the first field with an invalid value. The profile is then unchanged.
  func change(_ profile: inout Profile, in year: Int) throws(APIError) {
    var changed = profile
    for field in ProfileField.allCases {
      guard let input = fields[field] else { continue }
      // A value of another type is invalid for every field.
      let value = input == .null ? .empty : input.integer.map(ProfileValue.number) ?? .text(input.text ?? "")
      do { try changed.set(field, to: value, in: year) } catch {
        throw .wrong("'\(field.rawValue)' must be \(error.expected)\(field.isOptional ? ", or null" : "").")
      }
    }
    profile = changed
  }
}
