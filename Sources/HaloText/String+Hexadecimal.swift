extension String {
  /// A number as hexadecimal digits, with leading zeros up to `width`.
  package init(hexadecimal number: some BinaryInteger, width: Int, uppercase: Bool = false) {
    let digits = String(number, radix: 16, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
