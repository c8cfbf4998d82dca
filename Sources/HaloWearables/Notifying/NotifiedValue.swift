/// A characteristic that a device notifies, and the meaning of its bytes.
public struct NotifiedValue: Sendable {
  /// A value with its metric, in the metric's unit.
  public typealias Measured = (metric: Metric, value: Double)

  public let characteristic: BluetoothUUID
  /// The metrics that a value of the characteristic may have.
  public let metrics: [Metric]
  let byteMap: [ByteField]
  private let decode: @Sendable ([UInt8]) -> [Measured]

  /// Creates a characteristic with several metrics. `byteMap` names the bytes of each for `halo explain`, by the id of the
  /// metric. `decode` returns nothing for bytes that are no measurement, such as those of a value that is not stable yet.
  public init(
    _ characteristic: BluetoothUUID, _ metrics: [Metric], byteMap: [ByteField] = [],
    decode: @escaping @Sendable ([UInt8]) -> [Measured]
  ) {
    self.characteristic = characteristic
    self.metrics = metrics
    self.byteMap = byteMap
    self.decode = decode
  }

  /// Creates a characteristic with one metric, in `bytes` of its value. `decode` returns `nil` for bytes that are no
  /// measurement.
  public init(
    _ characteristic: BluetoothUUID, _ metric: Metric, bytes: Range<Int>? = nil,
    decode: @escaping @Sendable ([UInt8]) -> Double?
  ) {
    self.init(characteristic, [metric], byteMap: bytes.map { [ByteField(metric.id, $0)] } ?? []) { value in
      decode(value).map { [(metric, $0)] } ?? []
    }
  }

  /// The measurements in a value. Those that are not plausible are left out.
  func measured(in bytes: [UInt8]) -> [Measured] {
    decode(bytes).filter { $0.metric.plausibleRange.contains($0.value) }
  }
}
