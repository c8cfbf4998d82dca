extension ColmiRing {
  /// Every decoded message of a ring, including unknown and damaged frames.
  public enum Message: MessageFields, Hashable {
    /// The charge.
    case battery(Battery)
    /// The capabilities of the firmware.
    case capabilities(Capabilities)
    /// The largest packet that the ring uses.
    case packetSize(PacketSize)
    /// The setting of the automatic heart-rate measurement.
    case heartRateLogSettings(HeartRateLogSettings)
    /// The setting of another automatic measurement.
    case autoMeasurement(AutoMeasurement)
    /// The automatic heart rates of a day.
    case heartRateLog(HeartRateLog)
    /// Steps, energy and distance of a day per quarter hour.
    case activity(Activity)
    /// Today's totals.
    case todayTotals(TodayTotals)
    /// Totals of a day.
    case dayTotals(DayTotals)
    /// A reading of a live measurement.
    case realTime(RealTime)
    /// A live measurement has ended.
    case realTimeStopped(RealTimeStopped)
    /// Today's activity, pushed while moving.
    case liveActivity(LiveActivity)
    /// An unsolicited event.
    case push(Push)
    /// A gesture.
    case touch(Touch)
    /// A sport session has begun or ended.
    case sportAnswer(SportAnswer)
    /// The state of a running sport session.
    case sport(Sport)
    /// Several quantities measured together.
    case oneClick(OneClick)
    /// A reading of the vendor's raw stream.
    case vendorRaw(VendorRaw)
    /// A measurement of the vendor's apps has ended.
    case vendorMeasurementStopped(VendorMeasurementStopped)
    /// Praise counts of a day.
    case praise(Praise)
    /// Skin temperatures of a day, measured at a fixed interval.
    case intervalTemperature(IntervalTemperature)
    /// Stress scores or HRV values of a day.
    case halfHourLog(HalfHourLog)
    /// SpO₂ of several days.
    case spo2Log(SpO2Log)
    /// Nights or naps.
    case sleepLog(SleepLog)
    /// The sleep of a day in quarter hours.
    case sleepQuarters(SleepQuarters)
    /// The night of a day, as H59MA firmware stores it.
    case sleepSummary(SleepSummary)
    /// The days of which the ring has data.
    case storedDays(StoredDays)
    /// A movement or a tap in the camera mode.
    case camera(Camera)
    /// Skin temperatures of several days.
    case temperatureLog(TemperatureLog)
    /// Heart rates measured manually.
    case manualHeartRate(ManualHeartRate)
    /// A raw reading of the light sensor.
    case rawLight(RawLight)
    /// A raw reading of the accelerometer.
    case rawAccelerometer(RawAccelerometer)
    /// The wearer's goals.
    case goals(Goals)
    /// The ring's features and its requirements for the phone.
    case deviceSupport(DeviceSupport)
    /// A write was confirmed.
    case acknowledged(Acknowledged)
    /// The ring has no data for the request.
    case noData(NoData)
    /// A command was refused.
    case error(DeviceError)
    /// A valid frame of unknown meaning.
    case unknown(Unknown)
    /// A damaged frame.
    case corrupt(Corrupt)
    /// An answer of which a part was lost.
    case incomplete(Incomplete)

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      withUnsafeMutablePointer(to: &fields) { accept(WritingVisitor(fields: $0)) }
    }

    /// The wrapped message.
    var content: any RingMessage { accept(ContentVisitor()) }

    /// Calls a visitor with the wrapped message, without allocating memory for it.
    private func accept<Visitor: MessageVisitor>(_ visitor: Visitor) -> Visitor.Result {
      switch self {
      case .battery(let message): visitor.visit(message)
      case .capabilities(let message): visitor.visit(message)
      case .packetSize(let message): visitor.visit(message)
      case .heartRateLogSettings(let message): visitor.visit(message)
      case .autoMeasurement(let message): visitor.visit(message)
      case .heartRateLog(let message): visitor.visit(message)
      case .activity(let message): visitor.visit(message)
      case .todayTotals(let message): visitor.visit(message)
      case .dayTotals(let message): visitor.visit(message)
      case .realTime(let message): visitor.visit(message)
      case .realTimeStopped(let message): visitor.visit(message)
      case .liveActivity(let message): visitor.visit(message)
      case .push(let message): visitor.visit(message)
      case .touch(let message): visitor.visit(message)
      case .sportAnswer(let message): visitor.visit(message)
      case .sport(let message): visitor.visit(message)
      case .oneClick(let message): visitor.visit(message)
      case .vendorRaw(let message): visitor.visit(message)
      case .vendorMeasurementStopped(let message): visitor.visit(message)
      case .praise(let message): visitor.visit(message)
      case .intervalTemperature(let message): visitor.visit(message)
      case .halfHourLog(let message): visitor.visit(message)
      case .spo2Log(let message): visitor.visit(message)
      case .sleepLog(let message): visitor.visit(message)
      case .sleepQuarters(let message): visitor.visit(message)
      case .sleepSummary(let message): visitor.visit(message)
      case .storedDays(let message): visitor.visit(message)
      case .camera(let message): visitor.visit(message)
      case .temperatureLog(let message): visitor.visit(message)
      case .manualHeartRate(let message): visitor.visit(message)
      case .rawLight(let message): visitor.visit(message)
      case .rawAccelerometer(let message): visitor.visit(message)
      case .goals(let message): visitor.visit(message)
      case .deviceSupport(let message): visitor.visit(message)
      case .acknowledged(let message): visitor.visit(message)
      case .noData(let message): visitor.visit(message)
      case .error(let message): visitor.visit(message)
      case .unknown(let message): visitor.visit(message)
      case .corrupt(let message): visitor.visit(message)
      case .incomplete(let message): visitor.visit(message)
      }
    }

    /// The forms of all known packets.
    static let packetForms: [PacketForm] =
      [
        Capabilities.form, Battery.form, PhoneName.form, DayTotals.form, Preferences.form, HeartRateLog.form,
        HeartRateLogSettings.form, RealTime.olderForm, Goals.form, PacketSize.form, DeviceSupport.form, Activity.form,
        TodayTotals.form, RealTime.form, RealTimeStopped.form, Push.form, RawLight.form, TouchSetting.form,
        SportControl.form, Sport.form, Praise.form, Camera.form, SleepQuarters.form, StoredDays.form,
      ] + AutoMeasurement.forms + HalfHourLog.forms + Instruction.forms

    /// The forms of all known big data.
    static let bigDataForms =
      [SpO2Log.form, TemperatureLog.form, IntervalTemperature.form, ManualHeartRate.form, SleepSummary.form]
      + SleepLog.forms

    /// Decodes one self-contained packet (not a part of a longer answer).
    init(_ packet: Packet) {
      self = PacketForm.of(packet).message(packet) ?? .unknown(Unknown(packet))
    }

    /// Decodes the deframer's output: big data, or a damaged frame.
    init(_ output: Deframer.Output) {
      switch output {
      case .bigData(let data): self.init(data)
      case .corrupt(let corrupt): self = .corrupt(corrupt)
      case .incomplete(let incomplete): self = .incomplete(incomplete)
      }
    }

    /// Decodes a frame of big data.
    init(_ data: BigData) {
      guard let form = BigDataForm.of(data.id) else {
        self = .unknown(Unknown(data))
        return
      }
      guard !data.payload.isEmpty, data.payload != [0] else {
        self = .noData(NoData(of: form.log))
        return
      }
      do {
        self = try form.message(data.payload) ?? .unknown(Unknown(data))
      } catch {
        self = .corrupt(Corrupt(reason: .length, bytes: data.bytes))
      }
    }
  }
}

extension ColmiRing {
  /// The logs that a ring stores, in the order of a sync.
  public enum Log: String, Sendable, CaseIterable {
    /// Totals of a day.
    case dayTotals
    /// Steps, energy and distance per quarter hour.
    case activity
    /// Automatic heart rates.
    case heartRateLog
    /// Stress scores.
    case stressLog
    /// HRV values.
    case hrvLog
    /// Nights.
    case sleep
    case naps
    /// SpO₂.
    case spo2Log
    /// Skin temperatures.
    case temperatureLog
    /// Skin temperatures of a day, measured at a fixed interval.
    case intervalTemperature
    /// Sleep in quarter hours.
    case sleepQuarters
    /// Nights of H59MA firmware.
    case sleepSummary
    /// Praise counts.
    case praise
    /// Heart rates measured manually.
    case manualHeartRate

    /// The log's properties, which its message defines.
    var form: LogForm {
      switch self {
      case .dayTotals: TodayTotals.logForm
      case .activity: Activity.logForm
      case .heartRateLog: HeartRateLog.logForm
      case .stressLog: HalfHourLog.stressLogForm
      case .hrvLog: HalfHourLog.hrvLogForm
      case .sleep: SleepLog.sleepLogForm
      case .naps: SleepLog.napsLogForm
      case .spo2Log: SpO2Log.logForm
      case .temperatureLog: TemperatureLog.logForm
      case .intervalTemperature: IntervalTemperature.logForm
      case .sleepQuarters: SleepQuarters.logForm
      case .sleepSummary: SleepSummary.logForm
      case .praise: Praise.logForm
      case .manualHeartRate: ManualHeartRate.logForm
      }
    }
  }
}

extension ColmiRing.Message: DayMessage {
  /// The dates in the message.
  public var namedDates: [CalendarDate] { content.namedDates }

  /// Today's date, if the message gives both a date and how many days ago it was.
  public var today: CalendarDate? { content.today }

  /// Returns the message's entry in the ring's log. Sleep in quarter hours is left out, because a night has parts of
  /// two messages.
  public func entry(today: CalendarDate, frames: [Int]) -> LogEntry? {
    if case .sleepQuarters = self { nil } else { content.entry(today: today, frames: frames) }
  }
}

/// Handles a message by its type.
private protocol MessageVisitor {
  associatedtype Result
  func visit(_ message: some ColmiRing.RingMessage) -> Result
}

private struct WritingVisitor<Fields: FieldWriter>: MessageVisitor {
  let fields: UnsafeMutablePointer<Fields>
  func visit(_ message: some ColmiRing.RingMessage) { message.write(to: &fields.pointee) }
}

private struct ContentVisitor: MessageVisitor {
  func visit(_ message: some ColmiRing.RingMessage) -> any ColmiRing.RingMessage { message }
}
