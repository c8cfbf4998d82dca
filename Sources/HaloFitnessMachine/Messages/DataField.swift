extension FitnessMachine {
  /// A field of a machine's data.
  struct DataField: Sendable, Hashable {
    let quantity: MachineQuantity
    let number: NumberField
    /// Another raw number, besides the largest, that means "not available".
    var alsoAbsent: Int?

    /// Converts a raw number to its value; `nil` for "not available".
    func meaning(of raw: Int) -> FixedDecimal? {
      raw == number.largest || raw == alsoAbsent ? nil : number.meaning(of: raw)
    }

    /// Converts a value to the nearest raw number; `nil` becomes "not available".
    func raw(of value: Double?) -> Int {
      guard let value else { return number.largest }
      // Clamp large values below the number that means "not available".
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
