public import HaloWearables

extension FitnessMachine {
  /// What a machine measures, as one notification says it. One record may take several: see ``RecordAssembler``.
  ///
  /// ```
  /// ← 84 04 | 64 00 | 14 00 00 | 02 00 FF FF FF | 3F 00
  ///   flags   bit 0   bit 2      bit 7            bit 10
  /// ```
  ///
  /// Flags, two bytes (three of a cross trainer), say which fields follow, in the order of ``DataTable``. Bit 0 is inverted: where
  /// it is 1, the first fields are absent and more notifications belong to the record.
  public struct MachineData: Hashable, Sendable {
    /// Which kind of machine says it.
    public let machine: MachineKind
    /// The flags as they came.
    public let flags: Int
    /// The fields that are there, with their numbers on the wire.
    private let fields: [DataField]
    private let numbers: [Int]
    /// What stands behind the last field: of unknown meaning, or the beginning of a field that was cut.
    public let rest: [UInt8]
    /// Whether the value ends before its flags do, as with machines that cut it at 20 bytes.
    public let isTruncated: Bool

    /// Reads a value; `nil` where not even the flags are there.
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

    /// Data with these quantities; those that share a flag with one of them and are not given become "not available". Quantities
    /// that the kind of machine does not have are left out. `hasMore` says that more notifications belong to the record.
    public init(
      _ machine: MachineKind, hasMore: Bool = false, isBackward: Bool = false, _ values: [MachineQuantity: Double]
    ) {
      var flags = hasMore ? 1 : 0
      if machine == .crossTrainer, isBackward { flags |= Layout.backward }
      var fields: [DataField] = []
      for group in DataTable.of(machine).groups {
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

    /// Whether more notifications belong to the record.
    public var hasMore: Bool { flags & 1 != 0 }

    /// Whether a cross trainer is moved backward; `nil` for other machines.
    public var isBackward: Bool? { machine == .crossTrainer ? flags & Layout.backward != 0 : nil }

    /// A quantity; `nil` where it is not there or not available.
    public subscript(quantity: MachineQuantity) -> FixedDecimal? {
      guard let index = fields.firstIndex(where: { $0.quantity == quantity }) else { return nil }
      return fields[index].meaning(of: numbers[index])
    }

    /// The bytes.
    public var value: [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(littleEndian: flags, width: machine.flagsWidth)
      for (field, number) in zip(fields, numbers) { bytes.append(littleEndian: number, width: field.number.width) }
      return bytes + rest
    }

    static func reader(_ machine: MachineKind) -> CharacteristicMessages.Reader {
      { value in
        if let data = MachineData(machine, value: value) { data } else { UnreadValue.tooShort(value) }
      }
    }
  }
}

extension FitnessMachine.MachineData: MessageFields {
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
