extension ColmiRing {
  /// Distinguishes the answer to a request from all other messages of a ring.
  struct ExpectedAnswer: AnswerMatcher {
    private enum Form: Hashable {
      /// A message in packets of this command, or its refusal.
      case command(UInt8)
      /// Big data with this id.
      case bigData(id: UInt8)
    }

    private let request: Request
    private let form: Form
    private let date: CalendarDate?

    /// Creates a matcher for a request's answer; `date` is the requested day, if the answer contains it.
    init(to request: Request, of date: CalendarDate? = nil) {
      self.request = request
      self.date = date
      form =
        switch request.outgoing {
        case .packet(let packet): .command(packet.command)
        case .bigData(let data): .bigData(id: data.id)
        }
    }

    /// Returns whether a message is the answer.
    func matches(_ received: Received) -> Bool {
      let message = received.message
      let command = received.command
      switch form {
      case .command(let expected):
        switch message {
        case .error(let error): return error.command == expected & 0x7F
        // Wait for the rest of a damaged answer: it becomes incomplete, and the request is repeated.
        case .corrupt, .incomplete: return false
        default: return command == expected && request.isAnswer(message, of: date)
        }
      case .bigData(let id):
        let log = if case .noData(let none) = message { none.of } else { message.content.log }
        return log?.form.bigDataID == id && request.isAnswer(message, of: date)
      }
    }

    /// Returns whether a frame belongs to the answer, which restarts the timeout.
    func isExtended(by frame: [UInt8], on channel: Channel) -> Bool {
      switch form {
      case .command(let expected): channel == .commands && frame.first == expected
      // Until they are stopped, raw sensor packets may come on this channel as well.
      case .bigData: channel == .bigData && Packet(frame) == nil
      }
    }
  }
}
