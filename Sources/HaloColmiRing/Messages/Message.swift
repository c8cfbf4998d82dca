public import HaloHealth
public import HaloWearables

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
    /// A sport session has begun.
    case sportStarted(SportStarted)
    /// The state of a running sport session.
    case sport(Sport)
    /// A sport session has ended.
    case sportStopped(SportStopped)
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
      switch self {
      case .battery(let message): message.write(to: &fields)
      case .capabilities(let message): message.write(to: &fields)
      case .packetSize(let message): message.write(to: &fields)
      case .heartRateLogSettings(let message): message.write(to: &fields)
      case .autoMeasurement(let message): message.write(to: &fields)
      case .heartRateLog(let message): message.write(to: &fields)
      case .activity(let message): message.write(to: &fields)
      case .todayTotals(let message): message.write(to: &fields)
      case .dayTotals(let message): message.write(to: &fields)
      case .realTime(let message): message.write(to: &fields)
      case .realTimeStopped(let message): message.write(to: &fields)
      case .liveActivity(let message): message.write(to: &fields)
      case .push(let message): message.write(to: &fields)
      case .touch(let message): message.write(to: &fields)
      case .sportStarted(let message): message.write(to: &fields)
      case .sport(let message): message.write(to: &fields)
      case .sportStopped(let message): message.write(to: &fields)
      case .oneClick(let message): message.write(to: &fields)
      case .vendorRaw(let message): message.write(to: &fields)
      case .vendorMeasurementStopped(let message): message.write(to: &fields)
      case .praise(let message): message.write(to: &fields)
      case .intervalTemperature(let message): message.write(to: &fields)
      case .halfHourLog(let message): message.write(to: &fields)
      case .spo2Log(let message): message.write(to: &fields)
      case .sleepLog(let message): message.write(to: &fields)
      case .sleepQuarters(let message): message.write(to: &fields)
      case .sleepSummary(let message): message.write(to: &fields)
      case .storedDays(let message): message.write(to: &fields)
      case .camera(let message): message.write(to: &fields)
      case .temperatureLog(let message): message.write(to: &fields)
      case .manualHeartRate(let message): message.write(to: &fields)
      case .rawLight(let message): message.write(to: &fields)
      case .rawAccelerometer(let message): message.write(to: &fields)
      case .goals(let message): message.write(to: &fields)
      case .deviceSupport(let message): message.write(to: &fields)
      case .acknowledged(let message): message.write(to: &fields)
      case .noData(let message): message.write(to: &fields)
      case .error(let message): message.write(to: &fields)
      case .unknown(let message): message.write(to: &fields)
      case .corrupt(let message): message.write(to: &fields)
      case .incomplete(let message): message.write(to: &fields)
      }
    }

    /// The wrapped message.
    var content: any RingMessage {
      switch self {
      case .battery(let message): message
      case .capabilities(let message): message
      case .packetSize(let message): message
      case .heartRateLogSettings(let message): message
      case .autoMeasurement(let message): message
      case .heartRateLog(let message): message
      case .activity(let message): message
      case .todayTotals(let message): message
      case .dayTotals(let message): message
      case .realTime(let message): message
      case .realTimeStopped(let message): message
      case .liveActivity(let message): message
      case .push(let message): message
      case .touch(let message): message
      case .sportStarted(let message): message
      case .sport(let message): message
      case .sportStopped(let message): message
      case .oneClick(let message): message
      case .vendorRaw(let message): message
      case .vendorMeasurementStopped(let message): message
      case .praise(let message): message
      case .intervalTemperature(let message): message
      case .halfHourLog(let message): message
      case .spo2Log(let message): message
      case .sleepLog(let message): message
      case .sleepQuarters(let message): message
      case .sleepSummary(let message): message
      case .storedDays(let message): message
      case .camera(let message): message
      case .temperatureLog(let message): message
      case .manualHeartRate(let message): message
      case .rawLight(let message): message
      case .rawAccelerometer(let message): message
      case .goals(let message): message
      case .deviceSupport(let message): message
      case .acknowledged(let message): message
      case .noData(let message): message
      case .error(let message): message
      case .unknown(let message): message
      case .corrupt(let message): message
      case .incomplete(let message): message
      }
    }

    /// The forms of all known packets.
    static let packetForms: [PacketForm] =
      [
        Capabilities.form, Battery.form, PhoneName.form, DayTotals.form,
        PowerOff.form, Preferences.form, HeartRateLog.form,
        HeartRateLogSettings.form, RealTime.olderForm, Goals.form,
        PacketSize.form, DeviceSupport.form, Activity.form, TodayTotals.form,
        FindDevice.form, RealTime.form, RealTimeStopped.form, Push.form,
        RawLight.form, FactoryReset.form, TouchSetting.form, SportControl.form,
        Sport.form, Praise.form, Camera.form, SleepQuarters.form,
        StoredDays.form,
      ] + AutoMeasurement.forms + HalfHourLog.forms

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
    /// Naps.
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

  /// Decodes the readings in the message.
  public func readings(today: CalendarDate, frames: [Int]) -> Readings {
    content.readings(ColmiRing.ReadingContext(today: today, frames: frames))
  }
}
