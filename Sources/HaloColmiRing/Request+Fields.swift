import HaloHealth
public import HaloWearables
extension ColmiRing.Request: MessageFields {
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    switch self {
    case .setTime(let wallClock, let language):
      fields.field("language", Int(language))
      fields.field("type", "setTime")
      fields.field("wallClock", wallClock)
    case .battery: request("battery", to: &fields)
    case .dayTotals(let daysAgo): request("dayTotals", daysAgo: daysAgo, to: &fields)
    case .heartRateLog(let timestamp):
      fields.field("date", CalendarDate(daysSince1970: Int(timestamp) / 86_400))
      request("heartRateLog", to: &fields)
    case .heartRateLogSettings: request("heartRateLogSettings", to: &fields)
    case .goals: request("goals", to: &fields)
    case .autoMeasurement: request("autoMeasurement", to: &fields)
    case .halfHourLog(.stress, let daysAgo): request("stressLog", daysAgo: daysAgo, to: &fields)
    case .halfHourLog(.hrv, let daysAgo): request("hrvLog", daysAgo: daysAgo, to: &fields)
    case .deviceSupport: request("deviceSupport", to: &fields)
    case .activity(let daysAgo): request("activity", daysAgo: daysAgo, to: &fields)
    case .todayTotals: request("todayTotals", to: &fields)
    case .sleep(let daysAgo, _): request("sleep", daysAgo: daysAgo, to: &fields)
    case .spo2Log(let daysAgo): request("spo2Log", daysAgo: daysAgo, to: &fields)
    case .temperatureLog: request("temperatureLog", to: &fields)
    case .manualHeartRate(let daysAgo): request("manualHeartRate", daysAgo: daysAgo, to: &fields)
    case .configureHeartRateLog(let isEnabled, let intervalMinutes):
      fields.field("enabled", isEnabled)
      fields.field("intervalMinutes", Int(intervalMinutes))
      fields.field("of", "heartRateLogSettings")
      fields.field("type", "configure")
    case .configureAutoMeasurement(let quantity, let isEnabled):
      fields.field("enabled", isEnabled)
      fields.field("of", quantity.rawValue)
      fields.field("type", "configure")
    case .configureGoals(let goals):
      fields.field("kilocalories", FixedDecimal(goals.calories, places: 3))
      fields.field("meters", goals.meters)
      fields.field("of", "goals")
      fields.field("sleepMinutes", goals.sleepMinutes)
      fields.field("sportMinutes", goals.sportMinutes)
      fields.field("steps", goals.steps)
      fields.field("type", "configure")
    case .preferences: request("preferences", to: &fields)
    case .configurePreferences(let preferences):
      let profile = preferences.profile
      fields.field("age", profile.age)
      fields.field("clockHours", profile.clockHours)
      fields.field("gender", profile.gender.rawValue)
      fields.field("heightCentimeters", profile.heightCentimeters)
      fields.field("of", "preferences")
      fields.field("type", "configure")
      fields.field("units", profile.units.rawValue)
      fields.field("weightKilograms", profile.weightKilograms)
    case .startRealTime(let quantity): live("startRealTime", quantity, to: &fields)
    case .stopRealTime(let quantity, _): live("stopRealTime", quantity, to: &fields)
    case .olderRealTime(.start): live("startRealTime", .heartRate, to: &fields)
    case .olderRealTime(.stop): live("stopRealTime", .heartRate, to: &fields)
    case .continueRealTime, .olderRealTime(.goOn): command("keepAlive", to: &fields)
    case .rawStream(let on):
      fields.field("on", on)
      fields.field("type", "rawStream")
    case .findDevice: command("findDevice", to: &fields)
    case .powerOff: command("powerOff", to: &fields)
    case .factoryReset: command("factoryReset", to: &fields)
    case .phoneName: command("phoneName", to: &fields)
    }
  }

  private func request<Fields: FieldWriter>(_ of: StaticString, daysAgo: UInt8? = nil, to fields: inout Fields) {
    fields.field("daysAgo", ifPresent: daysAgo.map(Int.init))
    fields.field("of", of)
    fields.field("type", "request")
  }

  private func live<Fields: FieldWriter>(
    _ type: StaticString, _ quantity: ColmiRing.RealTime.Quantity, to fields: inout Fields
  ) {
    fields.field("of", quantity.rawValue)
    fields.field("type", type)
  }

  private func command<Fields: FieldWriter>(_ name: StaticString, to fields: inout Fields) {
    fields.field("name", name)
    fields.field("type", "command")
  }
}
