import HaloBluetooth
import HaloHealth
extension ColmiRing {
  /// How the answer to a request is told from everything else a ring sends.
  struct ExpectedAnswer: AnswerMatcher {
    private enum Form: Hashable {
      /// A message in packets of this command, or its refusal.
      case command(UInt8)
      /// Big data of this log.
      case log(Log)
    }

    private let request: Request
    private let form: Form
    private let date: CalendarDate?

    /// The answer that a request will have; `date` is the day that it asks for, where the answer names it.
    init(to request: Request, of date: CalendarDate? = nil) {
      self.request = request
      self.date = date
      switch request {
      case .sleep: form = .log(.sleep)
      case .spo2Log: form = .log(.spo2Log)
      case .temperatureLog: form = .log(.temperatureLog)
      case .manualHeartRate: form = .log(.manualHeartRate)
      default: form = .command(request.outgoing.bytes[0])
      }
    }

    /// Whether a message is the answer.
    func matches(_ received: Received) -> Bool {
      let (message, command) = (received.message, received.command)
      switch form {
      case .command(let expected):
        switch message {
        case .error(let error): return error.command == expected & 0x7F
        // Damage is waited out: the rest of the answer makes it incomplete, and it is asked for again.
        case .corrupt, .incomplete: return false
        default: return command == expected && isOfTheKind(message) && isOfTheDay(message)
        }
      case .log(let log):
        return message.bigDataLog == log
      }
    }

    /// Whether a frame belongs to the answer, so that waiting for it begins anew.
    func isFed(by frame: [UInt8], on channel: Channel) -> Bool {
      switch form {
      case .command(let expected): channel == .commands && frame.first == expected
      // Raw sensor packets may come on this channel as well, for as long as they are not stopped.
      case .log: channel == .bigData && Packet(frame) == nil
      }
    }

    /// Whether a message is what was asked for where that is a log, or says that there is none.
    private func isOfTheKind(_ message: Message) -> Bool {
      switch (request, message) {
      case (.heartRateLog, .heartRateLog), (.heartRateLog, .noData), (.activity, .activity), (.activity, .noData),
        (.halfHourLog, .halfHourLog), (.halfHourLog, .noData), (.dayTotals, .dayTotals), (.dayTotals, .noData):
        true
      // A measurement that was left running by somebody else goes on telling until it is stopped.
      case (.startRealTime(let wanted), .realTime(let reading)): reading.quantity == wanted
      case (.stopRealTime(let wanted, _), .realTimeStopped(let stopped)): stopped.quantity == wanted
      case (.heartRateLog, _), (.activity, _), (.halfHourLog, _), (.dayTotals, _), (.startRealTime, _),
        (.stopRealTime, _):
        false
      default: true
      }
    }

    /// Whether a log is of the day that was asked for, and not the late answer to an earlier request.
    private func isOfTheDay(_ message: Message) -> Bool {
      switch (request, message) {
      case (.activity, .activity(let activity)): date == nil || activity.date == date
      case (.heartRateLog(let timestamp), .heartRateLog(let log)): log.timestamp / 86_400 == timestamp / 86_400
      case (.halfHourLog(_, let daysAgo), .halfHourLog(let log)): log.daysAgo == Int(daysAgo)
      case (.dayTotals(let daysAgo), .dayTotals(let totals)): totals.daysAgo == Int(daysAgo)
      default: true
      }
    }
  }
}

extension ColmiRing.Message {
  /// The log of big data that the message is, or says that there is none of.
  fileprivate var bigDataLog: ColmiRing.Log? {
    switch self {
    case .sleepLog(let log): log.kind == .sleep ? .sleep : .naps
    case .spo2Log: .spo2Log
    case .temperatureLog: .temperatureLog
    case .manualHeartRate: .manualHeartRate
    case .noData(let none): none.of
    default: nil
    }
  }
}
