public import HaloWearables

extension ColmiRing {
  /// The ring has nothing of what was asked for: mark FF in a log's first byte, 80 in place of the days in ``DayTotals``,
  /// or an empty frame of big data.
  public struct NoData: MessageFields, Hashable {
    /// What there is none of.
    public let of: Log

    /// Nothing of this log.
    public init(of log: Log) { of = log }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", of.rawValue)
      fields.field("type", "noData")
    }
  }

  /// What a ring keeps a history of.
  public enum Log: String, Sendable, CaseIterable {
    /// Steps, energy and distance by quarter hours.
    case activity
    /// Automatic heart rates.
    case heartRateLog
    /// Stress scores.
    case stressLog
    /// Heart-rate variabilities.
    case hrvLog
    /// Oxygen saturations.
    case spo2Log
    /// Nights.
    case sleep
    /// Naps.
    case naps
    /// Skin temperatures.
    case temperatureLog
    /// Totals of a day.
    case dayTotals
    /// Heart rates measured by hand.
    case manualHeartRate

    /// The log in big data of this id.
    init?(bigDataID: UInt8) {
      switch bigDataID {
      case BigDataID.sleep: self = .sleep
      case BigDataID.naps: self = .naps
      case BigDataID.spo2: self = .spo2Log
      case BigDataID.temperature: self = .temperatureLog
      case BigDataID.manualHeartRate: self = .manualHeartRate
      default: return nil
      }
    }
  }
}
