import HaloHealth
import HaloInterchange
import Testing

@Suite("Beat lists of Apple Health's export")
struct AppleHealthBeatsTests {
  /// A record of HRV with beats at rates in turn, the first one at a second of the day.
  private static func read(
    _ rates: [Int], count: Int, from start: Double, time: (Double) -> String, without left: Set<Int> = []
  ) throws -> CollectingReceiver {
    var (second, beats) = (start, "")
    for number in 0..<count {
      let rate = rates[number % rates.count]
      second += 60 / Double(rate)
      if !left.contains(number) {
        beats += "<InstantaneousBeatsPerMinute bpm=\"\(rate)\" time=\"\(time(second))\"/>\n"
      }
    }
    let receiver = CollectingReceiver()
    let at = #"startDate="2024-05-04 03:00:00 +0100" endDate="2024-05-04 03:01:00 +0100""#
    try AppleHealthReader(
      MemoryBytes(
        """
        <HealthData><Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Watch" unit="ms" \(at) value="43">
        <HeartRateVariabilityMetadataList>\(beats)</HeartRateVariabilityMetadataList></Record>
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilityRMSSD" sourceName="Watch" unit="ms" \(at) value="44"/></HealthData>
        """)
    ).read(into: receiver)
    #expect(receiver.samples(.heartRateVariabilitySDNN) == ["2024-05-04T03:00:00+01:00 43.0 for 60 s"])
    return receiver
  }

  /// "7:47:41.86 PM" of a second of the day.
  private static func twelve(_ second: Double) -> String {
    let whole = Int(second)
    let hundredths = Int((second - Double(whole)) * 100)
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hour = whole / 3600 % 12
    return
      "\(hour == 0 ? 12 : hour):\(digits(whole / 60 % 60)):\(digits(whole % 60)).\(digits(hundredths))\u{202F}\(whole % 86_400 < 43_200 ? "AM" : "PM")"
  }

  private static func computed(_ receiver: CollectingReceiver) -> Double? {
    receiver.entries.lazy.compactMap { entry in
      guard case .sample(.heartRateVariabilityRMSSD, let value, _, _, .algorithm, false) = entry.entry else {
        return nil
      }
      return value
    }.first
  }

  @Test(arguments: [3600.0, 43_180, 46_780, 86_380])
  func `RMSSD is computed from beats that follow each other, also over noon and midnight`(start: Double) throws {
    // Intervals of 1,000 and 1,200 ms.
    let found = try Self.read([60, 50], count: 40, from: start, time: Self.twelve)
    #expect(try abs(#require(Self.computed(found)) - 200) < 1e-9)
    // The device's own RMSSD is kept as well.
    #expect(found.samples(.heartRateVariabilityRMSSD).contains("2024-05-04T03:00:00+01:00 44.0 for 60 s"))
  }

  @Test func `times with 24 hours and a decimal comma are read`() throws {
    let found = try Self.read([60, 75], count: 30, from: 72_000.5) { second in
      "20:\(Int(second - 72_000) / 60):\(Int(second) % 60),\(Int(second * 10) % 10)"
    }
    #expect(try abs(#require(Self.computed(found)) - 200) < 1e-9)
  }

  @Test(arguments: [0, 20])
  func `fewer than 20 differences, or beats without times, give no RMSSD`(count: Int) throws {
    #expect(try Self.computed(Self.read([60, 50], count: count, from: 100, time: Self.twelve)) == nil)
    #expect(try Self.computed(Self.read([60, 50], count: 60, from: 100) { "\(Int($0))" }) == nil)
    #expect(try Self.computed(Self.read([60, 50], count: 60, from: 100) { _ in "99:99:99" }) == nil)
  }

  @Test func `beats after a gap are not compared`() throws {
    // Every third beat is missing: a third of the 60 differences remains.
    let missing = Set(stride(from: 2, to: 60, by: 3))
    #expect(
      try Self.computed(Self.read([60, 50, 100], count: 60, from: 100, time: Self.twelve, without: missing)) != nil)
    #expect(
      try Self.computed(Self.read([60, 50, 100], count: 57, from: 100, time: Self.twelve, without: missing)) == nil)
  }
}
