import HaloWearables

extension FitnessMachine {
  /// A field of a machine's data.
  struct DataField: Sendable, Hashable {
    let quantity: MachineQuantity
    let number: NumberField
    /// A number, beside the largest, that stands for "not available".
    var alsoAbsent: Int?

    /// What a number on the wire means; `nil` for "not available".
    func meaning(of raw: Int) -> FixedDecimal? {
      raw == number.largest || raw == alsoAbsent ? nil : number.meaning(of: raw)
    }

    /// The number on the wire for a value; that for "not available" where there is none.
    func raw(of value: Double?) -> Int {
      guard let value else { return number.largest }
      // What is too large is still a value.
      return min(number.raw(of: value), number.largest - 1)
    }

    static func unsigned(
      _ quantity: MachineQuantity, _ width: Int, factor: Int = 1, places: Int = 0, alsoAbsent: Int? = nil
    ) -> DataField {
      DataField(
        quantity: quantity, number: .unsigned(width, factor: factor, places: places), alsoAbsent: alsoAbsent)
    }

    static func signed(_ quantity: MachineQuantity, places: Int = 0) -> DataField {
      DataField(quantity: quantity, number: .signed(places: places))
    }
  }
}
