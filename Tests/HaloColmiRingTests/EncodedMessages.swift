import HaloWearables

@testable import HaloColmiRing

// The frames of messages that no virtual ring sends.

extension ColmiRing.OneClick {
  /// The encoded message.
  var packet: ColmiRing.Packet {
    var payload = [ColmiRing.VendorMeasurement.oneClick.rawValue, status.code]
    payload += [bpm, hrvMilliseconds, stress].map { UInt8(clamping: $0 ?? 0) }
    payload.appendU16LE(beatIntervalMilliseconds ?? 0)
    return ColmiRing.Packet(ColmiRing.RealTime.command, payload + [UInt8(clamping: rawTemperature ?? 0)])
  }
}

extension ColmiRing.Praise {
  /// The encoded answer. It always has five packets, as in the captures.
  var packets: [ColmiRing.Packet] {
    let padded = slots + [UInt8](repeating: 0, count: max(0, 51 - slots.count))
    return ColmiRing.SlotPackets.packets(
      Self.form.command, intervalMinutes: intervalMinutes, day: [UInt8(clamping: daysAgo)], padded)
  }
}

extension ColmiRing.IntervalTemperature {
  /// The encoded answer.
  var bigData: ColmiRing.BigData {
    var payload = [UInt8(clamping: daysAgo), UInt8(intervalMinutes), UInt8(clamping: packetCount), 0]
    for slot in slots { payload.appendU16LE(Int(slot)) }
    return ColmiRing.BigData(id: Self.form.id, payload: payload)
  }
}

extension ColmiRing.VendorMeasurementStopped {
  /// The encoded answer.
  var packet: ColmiRing.Packet { measurement.stopRequest }
}

extension ColmiRing.Camera {
  /// The encoded message.
  var packet: ColmiRing.Packet { ColmiRing.Packet(Self.command, [2]) }
}
