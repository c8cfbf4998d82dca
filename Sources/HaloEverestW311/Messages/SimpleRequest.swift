import HaloHealth
import HaloWearables

extension EverestW311 {
  /// A question or an instruction: a request without a setting.
  struct SimpleRequest: WatchRequest {
    let frame: Frame
    private let date: CalendarDate?
    private let key: StaticString
    private let name: StaticString
    private let type: StaticString

    /// A request with these fields in the vocabulary: `key` is `of` for a question. One about a day has its date.
    init(
      _ command: Command, _ name: StaticString, key: StaticString = "of", type: StaticString = "request",
      mark: UInt8 = Frame.Mark.end, on date: CalendarDate? = nil
    ) {
      var body: [UInt8] = []
      if let date {
        body.append(date)
        body.append(0)
      }
      frame = Frame(.app, command, mark, body)
      (self.date, self.key, self.name, self.type) = (date, key, name, type)
    }

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      if let date { fields.field("date", date) }
      fields.field(key, name)
      fields.field("type", type)
    }
  }
}
