extension ColmiRing {
  /// All requests that can be sent to a ring. No other frame is written unasked. `docs/colmi-ring.md` has their bytes.
  public enum Request: MessageFields, Hashable {
    /// Sets the ring's clock; the answer contains its capabilities.
    case setTime(WallClock, language: UInt8)
    /// Requests ``Battery``.
    case battery
    /// Sends the phone's name (at most 12 bytes of UTF-8 without NUL; longer names are cut off).
    case phoneName(String)
    /// Requests ``DayTotals``.
    case dayTotals(daysAgo: UInt8)
    /// Turns the ring off; some wake up only on the charger.
    case powerOff
    /// Requests the ``HeartRateLog`` of the day that contains the timestamp.
    case heartRateLog(timestamp: UInt32)
    /// Requests ``HeartRateLogSettings``.
    case heartRateLogSettings
    /// Sets ``HeartRateLogSettings``; the interval is 0…255 minutes.
    case configureHeartRateLog(isEnabled: Bool, intervalMinutes: UInt8)
    /// Starts, stops or continues the older live heart rate.
    case olderRealTime(LiveAction)
    /// Requests ``Goals``.
    case goals
    /// Sets ``Goals``.
    case configureGoals(Goals)
    /// Requests an ``AutoMeasurement``.
    case autoMeasurement(of: AutoMeasurement.Quantity)
    /// Sets an ``AutoMeasurement``.
    case configureAutoMeasurement(of: AutoMeasurement.Quantity, isEnabled: Bool)
    /// Sets the ``AutoMeasurement`` of temperature in the short form, which is decoded like the long one.
    case configureTemperatureWithoutSchedule(isEnabled: Bool)
    /// Requests a ``HalfHourLog``.
    case halfHourLog(HalfHourLog.Quantity, daysAgo: UInt8)
    /// Configures the touch surface.
    case configureTouch(TouchSetting)
    /// Requests ``DeviceSupport``.
    case deviceSupport
    /// Requests ``Activity``.
    case activity(daysAgo: UInt8)
    /// Requests ``TodayTotals``.
    case todayTotals
    /// Requests the wearer's profile.
    case preferences
    /// Sets the wearer's profile.
    case configurePreferences(Preferences)
    /// Makes the ring blink.
    case findDevice
    /// Starts a live measurement.
    case startRealTime(RealTime.Quantity)
    /// Extends a live measurement.
    case continueRealTime(RealTime.Quantity)
    /// Stops a live measurement; `lastValue` is the last value received (0 without a value).
    case stopRealTime(RealTime.Quantity, lastValue: UInt8)
    /// Starts a measurement of the vendor's apps that lasts 0…99 seconds.
    case startVendorMeasurement(VendorMeasurement, seconds: UInt8)
    /// Stops a measurement of the vendor's apps.
    case stopVendorMeasurement(VendorMeasurement)
    /// Starts, pauses, resumes or stops a sport session, with the sport's code.
    case sport(SportControl, sport: UInt8)
    /// Requests ``Praise``.
    case praise(daysAgo: UInt8)
    /// Starts or stops the raw stream of light and acceleration.
    case rawStream(on: Bool)
    /// Stops the raw stream of RT firmware, which confirms it.
    case endRawStream
    /// Stops the raw stream of H59MA firmware.
    case endRawStreamOfH59
    /// Starts, continues or ends the camera mode, in which the ring reports movements and taps.
    case camera(CameraMode)
    /// Requests the ``SleepQuarters`` of a day, 0…29 days ago, from firmware without the newer protocol for sleep.
    case sleepQuarters(daysAgo: UInt8)
    /// Requests ``StoredDays``.
    case storedDays
    /// Requests the ``SleepSummary`` of a day.
    case sleepSummary(daysAgo: UInt8)
    /// Erases the data and the settings of the ring.
    case factoryReset
    /// Requests the ``SleepLog``: `nil` for all days, otherwise 0…254 days ago. `isOlder` selects the form of older
    /// firmware.
    case sleep(daysAgo: UInt8?, isOlder: Bool)
    /// Requests the ``SpO2Log``: `nil` for all days, otherwise 0…254 days ago.
    case spo2Log(daysAgo: UInt8?)
    /// Requests the ``TemperatureLog`` of that many days.
    case temperatureLog(days: UInt8)
    /// Requests one packet of ``IntervalTemperature``.
    case intervalTemperature(daysAgo: UInt8, packet: UInt8)
    /// Requests ``ManualHeartRate``.
    case manualHeartRate(daysAgo: UInt8)

    /// An action on the older live heart rate.
    public enum LiveAction: UInt8, Sendable, CaseIterable {
      /// Starts the measurement.
      case start = 1
      /// Stops the measurement.
      case stop = 2
      /// Extends the measurement by a minute.
      case goOn = 3
    }

    /// The request for the heart rates of `date`, on the ring's clock.
    public static func heartRateLog(of date: CalendarDate) -> Request {
      .heartRateLog(timestamp: UInt32(clamping: date.midnight.secondsSince1970))
    }

    /// Decodes a request in a packet; `nil` if it is not in the vocabulary.
    public init?(_ packet: Packet) {
      guard let request = PacketForm.of(packet).request(packet) else { return nil }
      self = request
    }

    /// Decodes a request in a frame of big data; `nil` if it is not in the vocabulary.
    public init?(_ data: BigData) {
      guard !data.payload.isEmpty, let request = BigDataForm.of(data.id)?.request(data.payload) else {
        return nil
      }
      self = request
    }

    /// The encoded request.
    public var outgoing: Outgoing {
      switch self {
      case .setTime(let wallClock, let language):
        .packet(Capabilities.timeRequest(wallClock, language: language))
      case .battery: .packet(Packet(Battery.command))
      case .phoneName(let name): .packet(PhoneName.request(name))
      case .dayTotals(let daysAgo): .packet(DayTotals.request(daysAgo: daysAgo))
      case .powerOff: .packet(Instruction.powerOff.packet)
      case .heartRateLog(let timestamp): .packet(HeartRateLog.request(timestamp: timestamp))
      case .heartRateLogSettings: .packet(Packet(HeartRateLogSettings.command, [1]))
      case .configureHeartRateLog(let isEnabled, let minutes):
        .packet(HeartRateLogSettings.writeRequest(isEnabled: isEnabled, intervalMinutes: minutes))
      case .olderRealTime(let action): .packet(Packet(RealTime.olderCommand, [action.rawValue]))
      case .goals: .packet(Packet(Goals.command, [1]))
      case .configureGoals(let goals): .packet(goals.writePacket)
      case .autoMeasurement(let quantity): .packet(AutoMeasurement.readRequest(of: quantity))
      case .configureAutoMeasurement(let quantity, let isEnabled):
        .packet(AutoMeasurement.writeRequest(of: quantity, isEnabled: isEnabled))
      case .configureTemperatureWithoutSchedule(let isEnabled):
        .packet(AutoMeasurement.writeRequest(of: .temperature, isEnabled: isEnabled, hasSchedule: false))
      case .halfHourLog(let quantity, let daysAgo): .packet(HalfHourLog.request(quantity, daysAgo: daysAgo))
      case .configureTouch(let setting): .packet(setting.packet)
      case .deviceSupport: .packet(Packet(DeviceSupport.command))
      case .activity(let daysAgo): .packet(Activity.request(daysAgo: daysAgo))
      case .todayTotals: .packet(Packet(TodayTotals.command))
      case .preferences: .packet(Preferences.readRequest)
      case .configurePreferences(let preferences): .packet(preferences.writeRequest)
      case .findDevice: .packet(Instruction.findDevice.packet)
      case .startRealTime(let quantity): .packet(RealTime.startRequest(quantity))
      case .continueRealTime(let quantity): .packet(RealTime.continueRequest(quantity))
      case .stopRealTime(let quantity, let lastValue):
        .packet(RealTimeStopped.request(quantity, lastValue: lastValue))
      case .startVendorMeasurement(let measurement, let seconds): .packet(measurement.startRequest(seconds: seconds))
      case .stopVendorMeasurement(let measurement): .packet(measurement.stopRequest)
      case .sport(let control, let sport): .packet(control.packet(sport: sport))
      case .praise(let daysAgo): .packet(Praise.request(daysAgo: daysAgo))
      case .rawStream(let on): .packet(RawLight.request(on: on))
      case .endRawStream: .packet(Packet(RawLight.command, [0]))
      case .endRawStreamOfH59: .packet(Packet(RawLight.command, [5]))
      case .camera(let mode): .packet(Packet(Camera.command, [mode.rawValue]))
      case .sleepQuarters(let daysAgo): .packet(SleepQuarters.request(daysAgo: daysAgo))
      case .storedDays: .packet(Packet(StoredDays.command))
      case .sleepSummary(let daysAgo): .bigData(BigData(id: SleepSummary.id, payload: [daysAgo]))
      case .factoryReset: .packet(Instruction.factoryReset.packet)
      case .sleep(let daysAgo, let isOlder): .bigData(SleepLog.request(daysAgo: daysAgo, isOlder: isOlder))
      case .spo2Log(let daysAgo): .bigData(SpO2Log.request(daysAgo: daysAgo))
      case .temperatureLog(let days): .bigData(TemperatureLog.request(days: days))
      case .intervalTemperature(let daysAgo, let packet):
        .bigData(IntervalTemperature.request(daysAgo: daysAgo, packet: packet))
      case .manualHeartRate(let daysAgo): .bigData(ManualHeartRate.request(daysAgo: daysAgo))
      }
    }

    /// The request without personal data.
    var redacted: Self {
      switch self {
      case .phoneName: .phoneName("phone")
      case .configureGoals: .configureGoals(.usual)
      case .configurePreferences: .configurePreferences(.usual)
      case .stopRealTime(let quantity, _): .stopRealTime(quantity, lastValue: 0)
      default: self
      }
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      case .setTime(let wallClock, let language):
        Capabilities.writeTime(wallClock, language: language, to: &fields)
      case .battery: fields.request(of: "battery")
      case .dayTotals(let daysAgo): fields.request(of: "dayTotals", daysAgo: daysAgo)
      case .heartRateLog(let timestamp): HeartRateLog.writeRequest(timestamp: timestamp, to: &fields)
      case .heartRateLogSettings: fields.request(of: "heartRateLogSettings")
      case .goals: fields.request(of: "goals")
      case .autoMeasurement: fields.request(of: "autoMeasurement")
      case .halfHourLog(.stress, let daysAgo): fields.request(of: "stressLog", daysAgo: daysAgo)
      case .halfHourLog(.hrv, let daysAgo): fields.request(of: "hrvLog", daysAgo: daysAgo)
      case .deviceSupport: fields.request(of: "deviceSupport")
      case .activity(let daysAgo): fields.request(of: "activity", daysAgo: daysAgo)
      case .todayTotals: fields.request(of: "todayTotals")
      case .sleep(let daysAgo, _): fields.request(of: "sleep", daysAgo: daysAgo)
      case .spo2Log(let daysAgo): fields.request(of: "spo2Log", daysAgo: daysAgo)
      case .temperatureLog: fields.request(of: "temperatureLog")
      case .intervalTemperature(let daysAgo, _): fields.request(of: "temperatureLog", daysAgo: daysAgo)
      case .praise(let daysAgo): fields.request(of: "praise", daysAgo: daysAgo)
      case .configureTouch(let setting): setting.writeRequest(to: &fields)
      case .startVendorMeasurement(let measurement, let seconds): measurement.writeStart(seconds: seconds, to: &fields)
      case .stopVendorMeasurement(let measurement): measurement.writeStop(to: &fields)
      case .sport(let control, let sport): control.writeRequest(sport: sport, to: &fields)
      case .manualHeartRate(let daysAgo): fields.request(of: "manualHeartRate", daysAgo: daysAgo)
      case .configureHeartRateLog(let isEnabled, let minutes):
        HeartRateLogSettings.writeFields(isEnabled: isEnabled, intervalMinutes: minutes, to: &fields)
      case .configureAutoMeasurement(let quantity, let isEnabled):
        AutoMeasurement.writeFields(of: quantity, isEnabled: isEnabled, to: &fields)
      case .configureTemperatureWithoutSchedule(let isEnabled):
        AutoMeasurement.writeFields(of: .temperature, isEnabled: isEnabled, to: &fields)
      case .configureGoals(let goals): goals.writeRequest(to: &fields)
      case .preferences: fields.request(of: "preferences")
      case .configurePreferences(let preferences): preferences.writeRequest(to: &fields)
      case .startRealTime(let quantity): fields.live("startRealTime", quantity)
      case .stopRealTime(let quantity, _): fields.live("stopRealTime", quantity)
      case .olderRealTime(.start): fields.live("startRealTime", .heartRate)
      case .olderRealTime(.stop): fields.live("stopRealTime", .heartRate)
      case .continueRealTime, .olderRealTime(.goOn): fields.command("keepAlive")
      case .rawStream(let on): RawLight.writeRequest(on: on, to: &fields)
      case .endRawStream, .endRawStreamOfH59: RawLight.writeRequest(on: false, to: &fields)
      case .camera(let mode): mode.writeRequest(to: &fields)
      case .sleepQuarters(let daysAgo): fields.request(of: "sleepQuarters", daysAgo: daysAgo)
      case .storedDays: fields.request(of: "storedDays")
      case .sleepSummary(let daysAgo): fields.request(of: "sleepSummary", daysAgo: daysAgo)
      case .findDevice: fields.command("findDevice")
      case .powerOff: fields.command("powerOff")
      case .factoryReset: fields.command("factoryReset")
      case .phoneName: fields.command("phoneName")
      }
    }

    /// Returns whether a message with the request's first byte is its answer, and not an unrelated or late one. `date`
    /// is the requested day, if the answer contains it.
    func isAnswer(_ message: Message, of date: CalendarDate?) -> Bool {
      switch (self, message) {
      case (_, .noData): true
      case (.activity, .activity(let day)): date == nil || day.date == date
      case (.sleepQuarters, .sleepQuarters(let day)): date == nil || day.date == date
      case (.heartRateLog(let asked), .heartRateLog(let day)): !day.isDated || day.date == HeartRateLog.date(asked)
      case (.dayTotals(let asked), .dayTotals(let day)): day.daysAgo == Int(asked)
      case (.halfHourLog(_, let asked), .halfHourLog(let day)): day.daysAgo == Int(asked)
      case (.intervalTemperature(let asked, _), .intervalTemperature(let day)): day.daysAgo == Int(asked)
      case (.sleepSummary(let asked), .sleepSummary(let day)): day.daysAgo == Int(asked)
      // A measurement that another program left running sends readings until it is stopped.
      case (.startRealTime(let asked), .realTime(let reading)): reading.quantity == asked
      case (.stopRealTime(let asked, _), .realTimeStopped(let stopped)): stopped.quantity == asked
      case (.activity, _), (.sleepQuarters, _), (.heartRateLog, _), (.dayTotals, _), (.halfHourLog, _),
        (.intervalTemperature, _), (.sleepSummary, _), (.startRealTime, _), (.stopRealTime, _):
        false
      default: true
      }
    }
  }
}

extension FieldWriter {
  /// Writes the fields of a request for a message.
  mutating func request(of message: StaticString, daysAgo: UInt8? = nil) {
    field("daysAgo", ifPresent: daysAgo.map(Int.init))
    field("of", message)
    field("type", "request")
  }

  /// Writes the fields of a request that starts or stops a measurement.
  fileprivate mutating func live(_ type: StaticString, _ quantity: ColmiRing.RealTime.Quantity) {
    field("of", quantity.rawValue)
    field("type", type)
  }

  /// Writes the fields of a command without parameters.
  fileprivate mutating func command(_ name: StaticString) {
    field("name", name)
    field("type", "command")
  }
}
