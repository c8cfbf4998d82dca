import GRDB
import HaloBluetooth
import HaloHealth
import HaloTesting
import Testing

@testable import HaloJournal

@Suite struct CertainValueTests {
  @Test(arguments: [[0, 1], [1, 0], [0, 1, 0], [1, 0, 1], [0, 0, 1, 1]], [Metric.heartRate, .steps])
  func `a doubtful value never replaces a certain one of the same moment, in any order`(
    _ order: [Int], _ metric: Metric
  ) throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let device = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: Moment.noon)
    let session = try journal.begin("sync", with: device, at: Moment.noon, zone: "UTC")
    try journal.write { db in
      try db.run(
        "INSERT INTO statement (id, session, log, decoder, received, verified, frames) VALUES (1, ?, 'x', 'x', 0, 1, '')",
        [session.id])
      for place in order {
        var writer = SampleWriter(db)
        let sample = Sample(
          metric, place == 0 ? 77 : 90, start: Moment.noon.wallClock, source: .log,
          provenance: Provenance(frames: [], decoder: "x"))
        try writer.write(sample, at: Moment.noon, isDoubtful: place == 1, device: device.id, statement: 1)
        try writer.finish()
      }
    }
    let stored = try journal.samples(of: metric, in: .allTime)
    #expect(stored.map(\.value) == [77] && stored.map(\.isDoubtful) == [false])
  }

  @Test func `records before a clock was found to differ are doubtful, later ones are not`() {
    func hour(_ hour: Int) -> Int { (20_770 * 24 + hour) * 3_600_000 }
    func isDoubtful(_ history: ClockHistory, _ wall: Int) -> Bool {
      history.moment(
        of: WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: wall * 60), received: hour(100)
      ).isDoubtful
    }
    let first = ClockHistory([.init(time: hour(12), offset: 3600, found: 0)])
    #expect(isDoubtful(first, 11) && !isDoubtful(first, 14))
    let second = ClockHistory([.init(time: hour(6), offset: 3600), .init(time: hour(12), offset: 3600, found: 0)])
    // At 06:00 UTC, when the clock was set, a clock in UTC showed 06:00, which is 05:00 UTC by the setting.
    #expect(!isDoubtful(second, 5) && isDoubtful(second, 6) && isDoubtful(second, 9) && !isDoubtful(second, 14))
    // Later settings do not change that.
    let third = ClockHistory([
      .init(time: hour(12), offset: 3600, found: 0), .init(time: hour(15), offset: 3600),
      .init(time: hour(18), offset: 7200),
    ])
    #expect(isDoubtful(third, 11) && !isDoubtful(third, 14) && !isDoubtful(third, 17))
  }
}
