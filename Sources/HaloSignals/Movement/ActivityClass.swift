/// The intensity of activity, estimated from the wrist.
///
/// The cut points are those of Hildebrand et al. for adults and the wrist: 44.8 mg between inactivity and light (2017,
/// doi 10.1111/sms.12795), 100.6 mg at three and 428.8 mg at six metabolic equivalents (2014, doi
/// 10.1249/MSS.0000000000000289). They apply to the mean ENMO over epochs of 1 to 5 s. They are not validated for the
/// finger.
public enum ActivityClass: String, Sendable, CaseIterable {
  case inactive, light, moderate, vigorous

  /// Creates the class of a mean ENMO in milli-g; nil for NaN, infinite or negative values.
  public init?(enmo: Double) {
    guard enmo.isFinite, enmo >= 0 else { return nil }
    self = enmo < 44.8 ? .inactive : enmo < 100.6 ? .light : enmo < 428.8 ? .moderate : .vigorous
  }
}
