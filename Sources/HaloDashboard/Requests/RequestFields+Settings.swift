/// `PUT /settings`: the settings to change.
extension RequestFields {
  /// Names of the settings, in the order of error messages. The wearer is the one whose data the browser shows.
  static let settingNames = ProfileField.allCases.map(\.rawValue) + ["wearer"]

  /// True if there are fields of a profile.
  var hasProfileFields: Bool { ProfileField.allCases.contains { !self[$0.rawValue].isAbsent } }

  /// Changes a profile. `year` is the current year.
  ///
  /// - Throws: ``APIError`` that names the first field with an invalid value. The profile is then unchanged.
  func change(_ profile: inout Profile, in year: Int) throws(APIError) {
    var changed = profile
    for field in ProfileField.allCases {
      let input = self[field.rawValue]
      if input.isAbsent { continue }
      // A value of another type is invalid for every field.
      let value = input == .null ? .empty : input.integer.map(ProfileValue.number) ?? .text(input.text ?? "")
      do { try changed.set(field, to: value, in: year) } catch {
        throw .wrong("'\(field.rawValue)' must be \(error.expected)\(field.isOptional ? ", or null" : "").")
      }
    }
    profile = changed
  }
}
