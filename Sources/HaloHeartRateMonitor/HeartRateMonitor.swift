/// Heart-rate straps and armbands: the Heart Rate Service (``HeartRateService``), and Polar's own service.
///
/// Conversions between bytes and messages are pure and total; ``HeartRateMonitorDriver`` exchanges them over a
/// connection. `docs/heart-rate-monitors.md` lists the sources.
public enum HeartRateMonitor {
  static let decoderName = "heart-rate-monitor/2"
}
