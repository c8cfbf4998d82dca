extension FitnessMachine {
  /// The measured values in one notification. A record may span several: see ``RecordAssembler``.
  ///
  /// ```
  /// ← 84 04 | 64 00 | 14 00 00 | 02 00 FF FF FF | 3F 00
  ///   flags   bit 0   bit 2      bit 7            bit 10
  /// ```
  ///
  /// The flags, two bytes (three for a cross trainer), announce the fields that follow, in the order of ``DataTable``.
  /// Bit 0 is inverted: if it is 1, the first fields are absent and the record has more notifications.
  public struct MachineData: Hashable, Sendable {
    /// The kind of machine.
    public let machine: MachineKind
    /// The raw flags.
    public let flags: Int
    /// The fields that are present, with their raw numbers.
    private let fields: [DataField]
    private let numbers: [Int]
    /// The bytes after the last field: of unknown meaning, or a truncated field.
    public let rest: [UInt8]
    /// True if the value ends before a field that its flags announce, as with machines that truncate at 20 bytes.
    public let isTruncated: Bool

    /// Decodes a value; `nil` if the flags are incomplete.
    public init?(_ machine: MachineKind, value: [UInt8]) {
      var reader = ByteReader(value)
      guard let flags = reader.unsigned(machine.flagsWidth) else { return nil }
      let layout = Layout(machine, flags: flags, count: value.count)
      var numbers: [Int] = []
      while numbers.count < layout.fields.count, let number = layout.fields[numbers.count].number.read(&reader) {
        numbers.append(number)
      }
      self.machine = machine
      self.flags = flags
      self.numbers = numbers
      fields = [DataField](layout.fields.prefix(numbers.count))
      rest = reader.rest()
      isTruncated = numbers.count < layout.requiredCount
    }

    /// Creates data with these quantities; other quantities of the same flags become "not available". Quantities that
    /// the kind of machine does not have are dropped. `hasMore` is true if the record has more notifications.
    public init(
      _ machine: MachineKind, hasMore: Bool = false, isBackward: Bool = false, _ values: [MachineQuantity: Double]
    ) {
      var flags = hasMore ? 1 : 0
      if machine == .crossTrainer, isBackward { flags |= Layout.backward }
      var fields: [DataField] = []
      for group in DataTable.of(machine) {
        if group.bit == 0 {
          if !hasMore { fields += group.fields }
        } else if group.fields.contains(where: { values[$0.quantity] != nil }) {
          flags |= 1 << group.bit
          fields += group.fields
        }
      }
      self.machine = machine
      self.flags = flags
      self.fields = fields
      numbers = fields.map { $0.raw(of: values[$0.quantity]) }
      rest = []
      isTruncated = false
    }

    /// True if the record has more notifications.
    public var hasMore: Bool { flags & 1 != 0 }

    /// True if a cross trainer moves backward; `nil` for other machines.
    public var isBackward: Bool? { machine == .crossTrainer ? flags & Layout.backward != 0 : nil }

    /// The value of a quantity; `nil` if it is absent or not available.
    public subscript(quantity: MachineQuantity) -> FixedDecimal? {
      guard let index = fields.firstIndex(where: { $0.quantity == quantity }) else { return nil }
      return fields[index].meaning(of: numbers[index])
    }

    /// The encoded bytes.
    public var value: [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(littleEndian: flags, width: machine.flagsWidth)
      for (field, number) in zip(fields, numbers) { bytes.append(littleEndian: number, width: field.number.width) }
      return bytes + rest
    }
  }
}

extension FitnessMachine.MachineData: MessageFields {
  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    var quantities = MachineQuantity.allCases[...]
    func writeQuantities(before name: String, to fields: inout Fields) {
      while let quantity = quantities.first, quantity.word.description < name {
        fields.field(quantity.word, ifPresent: self[quantity])
        quantities.removeFirst()
      }
    }
    writeQuantities(before: "backward", to: &fields)
    fields.field("backward", ifPresent: isBackward)
    writeQuantities(before: "moreData", to: &fields)
    fields.field("moreData", hasMore)
    writeQuantities(before: "trailing", to: &fields)
    if !isTruncated, !rest.isEmpty { fields.field("trailing", hexadecimal: rest) }
    if isTruncated { fields.field("truncated", true) }
    fields.field("type", machine.messageType)
    writeQuantities(before: "~", to: &fields)
  }
}
