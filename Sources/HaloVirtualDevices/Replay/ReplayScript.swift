import HaloCaptures

/// The answers and unprompted values of a device in a capture.
struct ReplayScript {
  /// A value that the device sent, with its delay after the cause.
  struct Answer {
    /// The value's time in the capture.
    let time: CaptureTime
    let delay: Duration
    let uuid: BluetoothUUID
    let bytes: [UInt8]
  }

  /// A value that was written.
  struct Request {
    let time: CaptureTime
    let service: BluetoothUUID?
    let bytes: [UInt8]
    var answer: [Answer] = []
  }

  /// The position of a request.
  private struct RequestPosition {
    let uuid: BluetoothUUID
    let index: Int
  }

  private let conversation: CapturedConversation
  private(set) var requests: [BluetoothUUID: [Request]] = [:]
  private(set) var unsolicited: [BluetoothUUID: [Answer]] = [:]
  private(set) var reads: [BluetoothUUID: [[UInt8]]] = [:]

  /// The number of latest requests that an answer may belong to. Apps have several requests in progress.
  private static let memory = 12

  init(_ conversation: CapturedConversation) {
    self.conversation = conversation
    for link in conversation.links {
      var recent: [RequestPosition] = []
      var starts: [BluetoothUUID: CaptureTime] = [:]
      for frame in link {
        switch frame.kind {
        case .written:
          let list = requests[frame.characteristic, default: []]
          recent.append(RequestPosition(uuid: frame.characteristic, index: list.count))
          if recent.count > Self.memory { recent.removeFirst() }
          requests[frame.characteristic, default: []].append(
            Request(time: frame.time, service: frame.service, bytes: frame.bytes))
        case .read: reads[frame.characteristic, default: []].append(frame.bytes)
        case .notified:
          if let cause = cause(of: frame, recent), let asked = request(cause)?.time {
            requests[cause.uuid]?[cause.index].answer.append(Self.answer(frame, since: asked))
          } else {
            let start = starts[frame.characteristic] ?? frame.time
            starts[frame.characteristic] = start
            unsolicited[frame.characteristic, default: []].append(Self.answer(frame, since: start))
          }
        }
      }
    }
  }

  /// Returns the request that a value answers: the latest request for which the driver accepts the value as its answer,
  /// otherwise the latest to the same service.
  private func cause(of frame: CapturedFrame, _ recent: [RequestPosition]) -> RequestPosition? {
    let candidates = recent.reversed().filter { request($0)?.service == frame.service }
    let reader = conversation.reader(of: frame.characteristic, in: frame.service)
    let answered = candidates.first { index in
      request(index).flatMap { reader?.isAnswer(frame.bytes, to: $0.bytes) } == true
    }
    return answered ?? candidates.first
  }

  private func request(_ place: RequestPosition) -> Request? { requests[place.uuid]?[place.index] }

  private static func answer(_ frame: CapturedFrame, since time: CaptureTime) -> Answer {
    Answer(
      time: frame.time, delay: .microseconds(max(0, frame.time.microseconds(since: time))), uuid: frame.characteristic,
      bytes: frame.bytes)
  }
}
