extension EverestW311 {
  /// A request or command without a setting.
  struct SimpleRequest: WatchRequest {
    let frame: Frame
    private let date: CalendarDate?
    private let key: StaticString
    private let name: StaticString
    private let type: StaticString

    /// Creates a request. `name` is its value in the vocabulary, under the field `key`. A request for a day also has
    /// its date.
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
      self.date = date
      self.key = key
      self.name = name
      self.type = type
    }

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      if let date { fields.field("date", date) }
      fields.field(key, name)
      fields.field("type", type)
    }
  }
}
