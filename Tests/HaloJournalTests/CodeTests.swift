import HaloHealth
import Testing

@testable import HaloJournal

/// The numbers by which a journal has sources and computed metrics, which never change.
@Suite("Numbers in a journal")
struct CodeTests {
  @Test func `every case has its own number, by which it is found`() {
    #expect(SampleSource.allCases.allSatisfy { SampleSource(code: $0.code) == $0 })
    #expect(DerivedMetric.allCases.allSatisfy { DerivedMetric(code: $0.code) == $0 })
    #expect([0, 6].allSatisfy { SampleSource(code: $0) == nil })
    #expect([100, 115].allSatisfy { DerivedMetric(code: $0) == nil })
    #expect(SampleSource.manual.code == 3 && SampleSource.algorithm.code == 5)
    #expect(DerivedMetric.restingHeartRate.code == 101 && DerivedMetric.nightAccount.code == 109)
    #expect(DerivedMetric.dailyStepsTrend.code == 113 && DerivedMetric.ownTimeAsleep.code == 114)
  }
}
