import Foundation
import HaloText
import Testing

@testable import HaloHealth

/// Metrics are Halo's own or those that drivers add.
@Suite("Metrics")
struct MetricTests {
  @Test func `the numbers of Halo's own metrics never change`() {
    let numbers: [Metric: Int] = [
      .heartRate: 1, .heartRateVariability: 2, .oxygenSaturationMinimum: 3, .oxygenSaturationMaximum: 4, .stress: 5,
      .steps: 6, .distance: 7, .activeEnergy: 8, .skinTemperature: 9, .beatInterval: 10,
      .heartRateVariabilityRMSSD: 11, .heartRateVariabilitySDNN: 12, .oxygenSaturation: 13, .battery: 14, .speed: 15,
      .power: 16, .cadence: 17, .batteryCharging: 18, .restingHeartRate: 19, .cyclingDistance: 20,
      .inclination: 21, .resistance: 22, .strokes: 23, .strides: 24, .floors: 25, .ascent: 26, .descent: 27,
      .weight: 30, .bodyFat: 31, .musclePercentage: 32, .muscleMass: 33, .fatFreeMass: 34, .softLeanMass: 35,
      .bodyWater: 36, .basalMetabolism: 37, .impedance: 38, .bodyMassIndex: 39, .bloodPressure: 40,
      .systolicPressure: 41, .diastolicPressure: 42, .bodyTemperature: 43, .pulseAmplitude: 44,
    ]
    for metric in Metric.own {
      #expect(Metric(code: metric.code) == metric && Metric(id: metric.id) == metric)
      #expect(Metric(name: metric.exportName) == metric && Metric(name: metric.shortName) == metric)
    }
    for (metric, code) in numbers { #expect(metric.code == code) }
  }

  @Test func `a driver's metric is found by its id, its number and its names`() throws {
    let flow = Metric(
      "breathFlowVC", unit: Unit("l"), title: "Flow", phrase: "flow", shortName: "flow", values: 0...9, caution: "Odd.")
    #expect(flow.code > 1_000_000 && Metric(code: flow.code) == flow && Metric(id: "breathFlowVC") == flow)
    #expect(flow.exportName == "breath-flow-vc" && Metric(name: "breath-flow-vc") == flow)
    #expect(Metric(name: "flow") == flow && flow.shortName == "flow")
    #expect(Metric.known.contains(flow) && !Metric.own.contains(flow))
    #expect(flow.title == "Flow" && flow.phrase == "flow" && flow.caution == "Odd.")
    #expect(try JSONDecoder().decode(Metric.self, from: JSONEncoder().encode(flow)) == flow)
    // The number is stored in journals: it is that of the FNV-1a hash.
    #expect(
      Metric("a", unit: Unit("l"), title: "A", values: 0...1).code == Int((0xAF63_DC4C_8601_EC8C as UInt64) >> 34) | 1
        << 30)
  }

  @Test func `the same id with another unit is another metric`() {
    let first = Metric("mass", unit: Unit("g"), title: "Mass", values: 0...9)
    #expect(Metric("mass", unit: Unit("g"), title: "Other", values: 0...3) == first && first.title == "Mass")
    let other = Metric("mass", unit: Unit("st"), title: "Mass", values: 0...9)
    #expect(other != first && other.unit.symbol == "st" && first.unit.symbol == "g")
    #expect(Metric("steps", unit: .count, title: "Mine", values: 0...1) == .steps)
    #expect(Metric("steps", unit: .meters, title: "Mine", values: 0...1) != .steps)
  }

  @Test(arguments: Metric.own) func `every metric has a unit that JSON keeps`(metric: Metric) throws {
    #expect(try JSONDecoder().decode(Unit.self, from: JSONEncoder().encode(metric.unit)) == metric.unit)
    #expect(metric.plausibleRange.lowerBound < metric.plausibleRange.upperBound)
    #expect(metric.charted.allSatisfy { $0.unit == metric.unit })
  }
}
