import Foundation
import HaloHealth
import Testing

@Suite struct DeviceChoiceTests {
  private struct Value: DeviceValue {
    let deviceNumber: Int
    let milliseconds: Int
    let isMomentary: Bool
    var rank: Int?
  }

  /// A value every `seconds` seconds, for some minutes of a day.
  private func values(_ device: Int, every seconds: Int, minutes: Range<Int>, live: Bool = false) -> [Value] {
    stride(from: minutes.lowerBound * 60, to: minutes.upperBound * 60, by: seconds).map {
      Value(deviceNumber: device, milliseconds: $0 * 1000, isMomentary: live)
    }
  }

  @Test(arguments: [
    // A log of the whole day, and one hour with a value each second.
    (log: 300, logged: 0..<1440, live: 600..<660, chosen: 2),
    // An hourly log of the whole day, and three hours of training.
    (log: 3600, logged: 0..<1440, live: 600..<780, chosen: 2),
    // Two logged values, and one hour of live values.
    (log: 300, logged: 0..<10, live: 600..<661, chosen: 1),
    (log: 300, logged: 0..<0, live: 600..<601, chosen: 1),
  ])
  func `chooses the device that covers most of the time, not the one with most values`(
    log: Int, logged: Range<Int>, live: Range<Int>, chosen: Int
  ) {
    let all = values(1, every: 1, minutes: live, live: true) + values(2, every: log, minutes: logged)
    #expect(DeviceChoice(of: all)?.device == chosen)
    #expect(Set(all.fromChosenDevice().map(\.deviceNumber)) == [chosen])
  }

  @Test func `chooses the device with the lower number on a tie`() {
    let all = values(7, every: 300, minutes: 0..<60) + values(3, every: 300, minutes: 60..<120)
    #expect(DeviceChoice(of: all)?.device == 3)
    #expect(
      DeviceChoice([.init(device: 2, amount: 5), .init(device: 1, amount: 5)], by: .minutesAsleep)?.device == 1)
    #expect(DeviceChoice(of: [Value]()) == nil)
  }

  @Test func `a device with priority is chosen with any data, and the order of the ranks decides between two`() {
    let most = values(1, every: 300, minutes: 0..<1440)
    func ranked(_ device: Int, _ rank: Int) -> [Value] {
      values(device, every: 300, minutes: 0..<5).map { value in
        var value = value
        value.rank = rank
        return value
      }
    }
    #expect(DeviceChoice(of: most + ranked(2, 2))?.device == 2)
    #expect(DeviceChoice(of: most + ranked(2, 2) + ranked(3, 1))?.device == 3)
    #expect(Set((most + ranked(3, 1) + ranked(2, 2)).fromChosenDevice().map(\.deviceNumber)) == [3])
    #expect(DeviceChoice(of: most + ranked(2, 2))?.isByPriority == true)
    let choice = DeviceChoice(of: most + ranked(2, 2), in: 0..<86_400_000)
    #expect(choice?.chosen.amount == 1 && choice?.others.map(\.amount) == [288] && choice?.measure == .spans(of: 288))
  }

  @Test func `has each device's amount of data, also after it was stored`() throws {
    let all = values(1, every: 300, minutes: 0..<1340) + values(2, every: 1, minutes: 0..<60, live: true)
    let choice = try #require(DeviceChoice(of: all, in: 0..<86_400_000))
    #expect(choice.device == 1 && choice.chosen.amount == 268 && choice.measure == .spans(of: 288))
    #expect(choice.others.map(\.device) == [2] && choice.others.map(\.amount) == [12])
    let sleep = try #require(
      DeviceChoice([.init(device: 1, amount: 420), .init(device: 2, amount: 430, rank: 3)], by: .minutesAsleep))
    #expect(sleep.device == 2 && sleep.isByPriority)
    for choice in [choice, sleep] {
      #expect(try JSONDecoder().decode(DeviceChoice.self, from: JSONEncoder().encode(choice)) == choice)
    }
  }
}
