/// Straps and armbands that measure the heart: the Heart Rate Service (``HeartRateService``), and Polar's own service beside it.
///
/// Messages are bytes ⇄ values, pure and total; ``HeartRateMonitorDriver`` speaks them over a connection. `docs/heart-rate-monitors.md`
/// says where the facts come from.
public enum HeartRateMonitor {
  static let decoderName = "heart-rate-monitor/1"
}
