#if Dashboard
  /// `PUT /settings`: the settings to change.
  struct SettingsRequest: Decodable, Sendable {
    let units: RequestField
    let clock: RequestField
    let stepGoal: RequestField
    let sleepGoalMinutes: RequestField
    let birthYear: RequestField
    let maxHeartRate: RequestField
    let wearer: RequestField
    /// The names of all members of the request, also of those that are no settings.
    let given: [String]

    /// The names of the settings, in the order in which errors list them.
    static let names = CodingKeys.allCases.map(\.rawValue)

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case units, clock, stepGoal, sleepGoalMinutes, birthYear, maxHeartRate, wearer
    }

    private struct AnyName: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      given = try decoder.container(keyedBy: AnyName.self).allKeys.map(\.stringValue)
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      units = try fields.decode(RequestField.self, forKey: .units)
      clock = try fields.decode(RequestField.self, forKey: .clock)
      stepGoal = try fields.decode(RequestField.self, forKey: .stepGoal)
      sleepGoalMinutes = try fields.decode(RequestField.self, forKey: .sleepGoalMinutes)
      birthYear = try fields.decode(RequestField.self, forKey: .birthYear)
      maxHeartRate = try fields.decode(RequestField.self, forKey: .maxHeartRate)
      wearer = try fields.decode(RequestField.self, forKey: .wearer)
    }
  }
#endif
