import Foundation
import HaloBluetooth
import HaloHealth
import HaloWearables
import Testing

struct WallTimeTests {
  @Test func `finds the date of a local time on both sides of a clock change`() {
    let change = Date(timeIntervalSince1970: 1_800_000_000)
    for now in [change.addingTimeInterval(-1_000_000), change.addingTimeInterval(1_000_000)] {
      let time = WallTime(zone: "Test/Zone", secondsFromGMT: { $0 < change ? 3600 : 7200 }, now: { now })
      #expect(time.date(at: WallClock(secondsSince1970: 1_800_003_599)) == change.addingTimeInterval(-1))
      #expect(time.date(at: WallClock(secondsSince1970: 1_800_007_200)) == change)
    }
  }

  @Test(arguments: [(28_800, "GMT+08:00"), (-12_600, "GMT-03:30"), (0, "GMT+00:00")])
  func `names a zone by its offset`(seconds: Int, name: String) {
    #expect(WallTime.zoneName(secondsFromGMT: seconds) == name)
  }
}
