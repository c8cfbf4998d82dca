/// A simulated person who sleeps, works, walks and naps. The same seed and day always give the same data.
///
/// Plausible, but not physiological: good for trials, not for developing algorithms.
public struct SimulatedPerson: Sendable {
  /// The seed that identifies the person.
  public let seed: UInt64

  /// The person with that seed.
  public init(seed: UInt64) { self.seed = seed }

  /// Returns the person's data for `date`.
  public func day(_ date: CalendarDate) -> SimulatedDay {
    var person = SeededGenerator(seed: seed)
    let restingRate = Int.random(in: 50...64, using: &person)
    let usualBedtime = Int.random(in: -75...30, using: &person)
    let isActive = Bool.random(using: &person)

    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(bitPattern: Int64(date.daysSince1970)))
    let isWeekend = date.weekday == 0 || date.weekday == 6
    let night = Self.night(
      bedtime: usualBedtime + Int.random(in: -25...35, using: &random) + (isWeekend ? 40 : 0), using: &random)
    let nap = Int.random(in: 0..<5, using: &random) == 0 ? Self.nap(using: &random) : nil
    let hours = Self.hours(after: night.end, isWeekend: isWeekend, isActive: isActive, using: &random)
    let sleeping = [night.start..<night.end, nap.map { $0.start..<$0.end } ?? 0..<0]
    func isAsleep(_ minute: Int) -> Bool { sleeping[0].contains(minute) || sleeping[1].contains(minute) }
    func steps(atHour hour: Int) -> Int { hours.first { $0.hour == hour }?.steps ?? 0 }

    let heartRate = (0..<288).map { slot -> UInt8 in
      let minute = slot * 5
      let load = isAsleep(minute) ? -4 : 12 + min(steps(atHour: minute / 60) / 60, 55)
      return UInt8(clamping: restingRate + load + Int.random(in: -3...6, using: &random))
    }
    let oxygen = (0..<24).map { _ -> (low: UInt8, high: UInt8) in
      let low = UInt8.random(in: 94...97, using: &random)
      return (low, min(low + UInt8.random(in: 0...2, using: &random), 99))
    }
    let stress = (0..<48).map { slot -> UInt8 in
      let value = UInt8.random(in: 18...62, using: &random)
      return isAsleep(slot * 30) ? 0 : value
    }
    let variability = (0..<48).map { slot -> UInt8 in
      let value = UInt8.random(in: 32...58, using: &random) + (isAsleep(slot * 30) ? 14 : 0)
      return slot.isMultiple(of: 2) ? value : 0
    }
    let temperature = (0..<48).map { slot -> UInt8 in
      UInt8.random(in: 128...140, using: &random) + (isAsleep(slot * 30) ? 14 : 0)
    }
    let manualReading =
      Int.random(in: 0..<3, using: &random) == 0
      ? (minute: Int.random(in: 700...1200, using: &random), bpm: UInt8.random(in: 62...96, using: &random)) : nil
    return SimulatedDay(
      date: date, night: night, nap: nap, hours: hours, heartRate: heartRate, oxygen: oxygen, stress: stress,
      variability: variability, temperature: temperature, manualReading: manualReading)
  }

  /// Returns cycles of about 90 minutes, with less deep sleep and more REM sleep toward the morning, and a few minutes
  /// awake.
  private static func night(bedtime: Int, using random: inout SeededGenerator) -> SimulatedDay.Sleep {
    var stages: [Night.Stretch] = [.init(stage: .light, minutes: .random(in: 10...25, using: &random))]
    for cycle in 0..<Int.random(in: 4...5, using: &random) {
      stages.append(.init(stage: .light, minutes: .random(in: 20...35, using: &random)))
      stages.append(.init(stage: .deep, minutes: max(5, .random(in: 22...40, using: &random) - cycle * 8)))
      stages.append(.init(stage: .light, minutes: .random(in: 12...28, using: &random)))
      stages.append(.init(stage: .rem, minutes: .random(in: 6...14, using: &random) + cycle * 6))
      if Int.random(in: 0..<3, using: &random) == 0 {
        stages.append(.init(stage: .awake, minutes: .random(in: 2...12, using: &random)))
      }
    }
    return SimulatedDay.Sleep(start: bedtime, stages: stages)
  }

  private static func nap(using random: inout SeededGenerator) -> SimulatedDay.Sleep {
    SimulatedDay.Sleep(
      start: .random(in: 770...860, using: &random),
      stages: [
        .init(stage: .light, minutes: .random(in: 10...20, using: &random)),
        .init(stage: .deep, minutes: .random(in: 5...20, using: &random)),
        .init(stage: .light, minutes: .random(in: 5...15, using: &random)),
      ])
  }

  private static func hours(
    after wakingUp: Int, isWeekend: Bool, isActive: Bool, using random: inout SeededGenerator
  ) -> [SimulatedDay.Hour] {
    let walk = Int.random(in: 16...19, using: &random)
    return ((wakingUp / 60 + 1)..<23).compactMap { hour in
      var steps = Int.random(in: 0...500, using: &random) - 60
      if !isWeekend && (hour == 8 || hour == 17) { steps += .random(in: 900...1700, using: &random) }
      if hour == walk { steps += .random(in: 1500...(isActive ? 5200 : 2600), using: &random) }
      guard steps > 0 else { return nil }
      let calories = steps * Int.random(in: 30...42, using: &random) / 10 * 10
      return SimulatedDay.Hour(hour: hour, steps: steps, calories: calories, meters: steps * 72 / 100)
    }
  }
}
