import HaloBluetooth
import Testing

struct RetryPolicyTests {
  private let policy = RetryPolicy(firstPause: .milliseconds(500), longestPause: .seconds(3))

  @Test func `pauses double until the longest`() {
    let pauses = (0...5).map { policy.pause(afterFailures: $0) }
    #expect(pauses == [.milliseconds(500), .milliseconds(500), .seconds(1), .seconds(2), .seconds(3), .seconds(3)])
    #expect(policy.pause(afterFailures: .max) == .seconds(3))
  }

  @Test func `jitter varies each pause by a fraction of it, including the longest`() {
    var policy = policy
    policy.jitter = 0.2
    #expect(policy.pause(afterFailures: 1) { $0.lowerBound } == .milliseconds(400))
    #expect(policy.pause(afterFailures: 9) { $0.upperBound } == .milliseconds(3600))
    #expect(policy.pause(afterFailures: 2) { _ in 0 } == .seconds(1))
  }

  @Test func `draws no random number without jitter`() {
    let pause = policy.pause(afterFailures: 1) { _ in
      Issue.record("drawn")
      return 0
    }
    #expect(pause == .milliseconds(500))
  }
}
