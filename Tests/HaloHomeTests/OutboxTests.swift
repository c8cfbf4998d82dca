import HaloBluetooth
import Testing

@testable import HaloHome

@Suite("The outbox, and retries")
struct OutboxTests {
  private func message(_ topic: String, _ payload: String) -> RetainedMessage {
    RetainedMessage(topic: topic, payload: payload)
  }

  @Test("after a day offline, only the newest message of each topic is sent, in order")
  func away() {
    var outbox = Outbox()
    for minute in 1...1440 {
      outbox.want(message("config", "c"))
      outbox.want(message("state", "\(minute)"))
    }
    #expect(outbox.due == [message("config", "c"), message("state", "1440")])
  }

  @Test("a message is sent again only if it changed or the connection was lost")
  func once() {
    var outbox = Outbox()
    outbox.want(message("state", "1"))
    outbox.sent(message("state", "1"), as: 1)
    #expect(outbox.due.isEmpty && !outbox.isDone)
    outbox.want(message("state", "2"))
    #expect(outbox.due == [message("state", "2")])
    outbox.want(message("state", "1"))
    #expect(outbox.due.isEmpty)
    #expect(outbox.acknowledged(1) == nil)
    #expect(outbox.isDone)
    outbox.disconnected()
    #expect(outbox.due == [message("state", "1")])
    outbox.sent(message("state", "1"), as: 1)
    outbox.again()
    #expect(outbox.due == [message("state", "1")])
  }

  @Test("a cleared topic is forgotten after the acknowledgment, unless it has a new message")
  func clear() {
    var outbox = Outbox()
    outbox.want(message("state", ""))
    outbox.sent(message("state", ""), as: 7)
    outbox.want(message("state", "back"))
    #expect(outbox.acknowledged(7) == nil)
    outbox.want(message("state", ""))
    outbox.sent(message("state", ""), as: 8)
    #expect(outbox.acknowledged(8) == "state")
    outbox.disconnected()
    #expect(outbox.due.isEmpty)
  }

  @Test func `pauses between connections grow to minutes, or to an hour if the user must act`() {
    func pauses(_ failure: BrokerFailure) -> [Duration] {
      (1...12).map { failure.retryPolicy.pause(afterFailures: $0) { _ in 0 } }
    }
    #expect(pauses(.passing).prefix(4) == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
    #expect(pauses(.passing).last == .seconds(300))
    #expect(pauses(.needsPerson).first == .seconds(300))
    #expect(pauses(.needsPerson).last == .seconds(3600))
    // A day without a broker causes a few hundred attempts.
    var (time, attempts) = (Duration.zero, 0)
    while time < .seconds(86_400) {
      attempts += 1
      time += BrokerFailure.passing.retryPolicy.pause(afterFailures: attempts) { $0.lowerBound }
    }
    #expect(attempts < 400)
  }
}
