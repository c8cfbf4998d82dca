import HaloHealth
import HaloInsights
import Testing

struct MeasuredAccuracyTests {
  @Test func `all measured figures are in the program`() {
    let names = MeasuredAccuracy.figures.map(\.name)
    #expect(names.count > 30)
    #expect(Set(names).count == names.count)
  }

  @Test func `a metric has the figures of its algorithm`() {
    let steps = MeasuredAccuracy.of(.steps)
    #expect(!steps.isEmpty)
    #expect(steps.allSatisfy { $0.name.hasPrefix("steps.") && !$0.says.isEmpty && !$0.data.isEmpty })
    #expect(MeasuredAccuracy.of(.oxygenSaturation).isEmpty)
  }
}
