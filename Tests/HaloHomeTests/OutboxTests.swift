import HaloBluetooth
import Testing

@testable import HaloHome

@Suite("The outbox, and retries")
struct OutboxTests {
  private func message(_ topic: String, _ payload: String) -> RetainedMessage {
    RetainedMessage(topic: topic, payload: payload)
  }

  @Test func `after a day offline, only the newest message of each topic is sent, in order`() {
    var outbox = Outbox()
    for minute in 1...1440 {
      outbox.enqueue(message("config", "c"))
      outbox.enqueue(message("state", "\(minute)"))
    }
    #expect(outbox.due == [message("config", "c"), message("state", "1440")])
  }

  @Test func `a message is sent again only if it changed or the connection was lost`() {
    var outbox = Outbox()
    outbox.enqueue(message("state", "1"))
    outbox.sent(message("state", "1"), as: 1)
    #expect(outbox.due.isEmpty && !outbox.isDone)
    outbox.enqueue(message("state", "2"))
    #expect(outbox.due == [message("state", "2")])
    outbox.enqueue(message("state", "1"))
    #expect(outbox.due.isEmpty)
    #expect(outbox.acknowledged(1) == nil)
    #expect(outbox.isDone)
    outbox.disconnected()
    #expect(outbox.due == [message("state", "1")])
    outbox.sent(message("state", "1"), as: 1)
    outbox.resendAll()
    #expect(outbox.due == [message("state", "1")])
  }

  @Test func `a cleared topic is forgotten after the acknowledgment, unless it has a new message`() {
    var outbox = Outbox()
    outbox.enqueue(message("state", ""))
    outbox.sent(message("state", ""), as: 7)
    outbox.enqueue(message("state", "back"))
    #expect(outbox.acknowledged(7) == nil)
    outbox.enqueue(message("state", ""))
    outbox.sent(message("state", ""), as: 8)
    #expect(outbox.acknowledged(8) == "state")
    outbox.disconnected()
    #expect(outbox.due.isEmpty)
  }

  @Test func `pauses between connections grow to minutes, or to an hour if the user must act`() {
    func pauses(_ failure: BrokerFailure) -> [Duration] {
      (1...12).map { failure.retryPolicy.pause(afterFailures: $0) { _ in 0 } }
    }
    #expect(pauses(.transient).prefix(4) == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
    #expect(pauses(.transient).last == .seconds(300))
    #expect(pauses(.needsUserAction).first == .seconds(300))
    #expect(pauses(.needsUserAction).last == .seconds(3600))
    // A day without a broker causes a few hundred attempts.
    var (time, attempts) = (Duration.zero, 0)
    while time < .seconds(86_400) {
      attempts += 1
      time += BrokerFailure.transient.retryPolicy.pause(afterFailures: attempts) { $0.lowerBound }
    }
    #expect(attempts < 400)
  }
}
