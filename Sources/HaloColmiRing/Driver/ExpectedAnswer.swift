import HaloBluetooth
import HaloHealth

extension ColmiRing {
  /// How the answer to a request is distinguished from everything else that a ring sends.
  struct ExpectedAnswer: AnswerMatcher {
    private enum Form: Hashable {
      /// A message in packets of this command, or its refusal.
      case command(UInt8)
      /// Big data of this id.
      case bigData(id: UInt8)
    }

    private let request: Request
    private let form: Form
    private let date: CalendarDate?

    /// The answer that a request will have; `date` is the day that it asks for, where the answer names it.
    init(to request: Request, of date: CalendarDate? = nil) {
      self.request = request
      self.date = date
      form =
        switch request.outgoing {
        case .packet(let packet): .command(packet.command)
        case .bigData(let data): .bigData(id: data.id)
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
        default: return command == expected && request.isAnswer(message, of: date)
        }
      case .bigData(let id):
        let log = if case .noData(let none) = message { none.of } else { message.content.log }
        return log?.form.bigDataID == id && request.isAnswer(message, of: date)
      }
    }

    /// Whether a frame belongs to the answer, so that waiting for it begins anew.
    func isFed(by frame: [UInt8], on channel: Channel) -> Bool {
      switch form {
      case .command(let expected): channel == .commands && frame.first == expected
      // Raw sensor packets may come on this channel as well, for as long as they are not stopped.
      case .bigData: channel == .bigData && Packet(frame) == nil
      }
    }
  }
}
