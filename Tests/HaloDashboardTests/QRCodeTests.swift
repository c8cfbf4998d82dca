import Testing

@testable import HaloDashboard

struct QRCodeTests {
  // Created with the Python package qrcode 8: version 1, level L, byte mode, mask 2.
  @Test func `short text matches a reference implementation`() {
    let code = QRCode("hi")
    #expect(code?.modules.map { $0.map { $0 ? "1" : "0" }.joined() } == Self.hi)
  }

  @Test(arguments: [
    (1, 21), (17, 21), (18, 25), (32, 25), (33, 29), (53, 29), (54, 33), (78, 33), (79, 37), (106, 37),
  ])
  func `smallest sufficient version is used`(_ count: Int, _ size: Int) {
    #expect(QRCode(String(repeating: "x", count: count))?.modules.count == size)
  }

  @Test func `too long text has no code`() { #expect(QRCode(String(repeating: "x", count: 107)) == nil) }

  private static let hi = [
    "111111100100101111111",
    "100000101001001000001",
    "101110100100001011101",
    "101110101001001011101",
    "101110100011101011101",
    "100000101110101000001",
    "111111101010101111111",
    "000000000011100000000",
    "111110111100110101010",
    "101001000010100100001",
    "010001110011010011110",
    "111101010000000110100",
    "101011100101010010101",
    "000000001011111001001",
    "111111101000101100010",
    "100000100111111001001",
    "101110101010100100100",
    "101110101100100100100",
    "101110101001010011100",
    "100000101100000110100",
    "111111101111010011110",
  ]
}
