import HaloBluetooth
import HaloColmiRing
import HaloSimulatedRadio
import HaloWearables

/// The minimum number of connection events for an exchange of frames over both channels: on each channel one response
/// after the other, with the ring's shortest latencies (measured on a captured R12) and no idle time.
struct MinimumEvents {
  private static let latency = Duration.microseconds(85_000)
  private static let spacing = Duration.microseconds(12_500)
  let count: Double

  /// Computes the bound for the requests and responses in `frames`.
  init(_ frames: [RecordedFrame], _ link: LinkSettings) {
    let interval = link.connectionInterval
    let channels = [
      (ColmiRing.GATT.commandWrite, ColmiRing.GATT.commandNotify),
      (ColmiRing.GATT.bigDataWrite, ColmiRing.GATT.bigDataNotify),
    ]
    let exchanges = channels.map { inlet, outlet in
      Self.exchanges(frames.filter { $0.characteristic == inlet || $0.characteristic == outlet }).map { packets in
        // The request goes in the next event, and the last packet in the one after the ring has it ready.
        let ready = Self.latency + Self.spacing * (packets - 1)
        return 1 + (ready / interval).rounded(.up)
      }.reduce(0, +)
    }
    // The MTU exchange, three services with their characteristics and descriptors, and two subscriptions: the requests
    // that every client must make first, one after the other, two events each.
    let beginning = Double(2 * (1 + 7 + 2))
    count = beginning + (exchanges.max() ?? 0)
  }

  /// Returns the number of packets in the response to each request; pushes and unanswered requests are excluded.
  private static func exchanges(_ frames: [RecordedFrame]) -> [Int] {
    var counts: [Int] = []
    var isCommand = false
    for frame in frames {
      if frame.direction == .sent {
        counts.append(0)
        isCommand = frame.bytes.first != 0xBC
      } else if !counts.isEmpty, !isCommand || frame.bytes.first != 0x73 {
        counts[counts.count - 1] += 1
      }
    }
    return counts.filter { $0 > 0 }
  }
}
