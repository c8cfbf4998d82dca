#if os(Linux)
  import Dispatch
  import Glibc
  import Logging
  import Synchronization
  import SystemPackage

  /// Publishes messages to a broker on its own thread. The thread sleeps until there is something to send, the broker
  /// sends something, or the keep-alive interval has passed.
  final class Publisher: Sendable {
    private struct Shared {
      var outbox = Outbox()
      var publishedTopics: Set<String>
      var isConnected = false
      var isStopping = false
      var ended: CheckedContinuation<Void, Never>?
      var hasEnded = false
    }

    private let settings: MQTTSettings
    private let topics: Topics
    private let clientID: String
    private let file: StateFile
    private let logger: Logger
    private let random: @Sendable (ClosedRange<Double>) -> Double
    private let shared: Mutex<Shared>
    private let wake: Pipe

    /// The time limit for the broker to accept the connection, and to take the last message.
    private static let responseTimeout: Duration = .seconds(20)
    private static let shutdownTimeout: Duration = .milliseconds(700)

    init(
      _ settings: MQTTSettings, file: StateFile, logger: Logger,
      random: @escaping @Sendable (ClosedRange<Double>) -> Double
    ) throws {
      self.settings = settings
      topics = Topics(settings: settings)
      clientID = settings.clientID ?? "halo-\(Self.hostName)"
      self.file = file
      self.logger = logger
      self.random = random
      var publishedTopics: Set<String> = []
      do { publishedTopics = try file.read(Set<String>.self) ?? [] } catch {
        logger.warning("\(file.path) cannot be read (\(error)); the file was moved to \(file.moveAside()).")
      }
      shared = Mutex(Shared(publishedTopics: publishedTopics))
      wake = try Pipe()
      _ = fcntl(wake.read.rawValue, F_SETFL, O_NONBLOCK)
      _ = fcntl(wake.write.rawValue, F_SETFL, O_NONBLOCK)
    }

    deinit {
      try? wake.read.close()
      try? wake.write.close()
    }

    func start() {
      if settings.password ?? settings.passwordFile != nil, settings.tls == nil, !Self.isLocal(settings.host) {
        logger.warning(
          "The password for the broker \(settings.host) and all values are sent unencrypted. Turn on 'tls' if the broker supports it."
        )
      }
      DispatchQueue(label: "halo.mqtt").async { self.work() }
    }

    /// Publishes the states of these devices, and removes previously published devices that are missing.
    func publish(_ states: [DeviceState]) {
      let messages = states.flatMap { Announcement(of: $0, settings).messages }
      let (isNew, isConnected) = shared.withLock { shared in
        // The messages of present devices come first: discovery precedes the state.
        for message in messages { shared.outbox.enqueue(message) }
        let currentTopics = Set(messages.map(\.topic))
        for topic in shared.publishedTopics.subtracting(currentTopics).sorted() {
          shared.outbox.enqueue(RetainedMessage(topic: topic, payload: ""))
        }
        shared.outbox.enqueue(RetainedMessage(topic: topics.status, payload: "online"))
        let isNew = !currentTopics.isSubset(of: shared.publishedTopics)
        shared.publishedTopics.formUnion(currentTopics)
        return (isNew, shared.isConnected && !shared.outbox.due.isEmpty)
      }
      if isNew { save() }
      if isConnected { wakeUp() }
    }

    /// Publishes that Halo is offline, and stops within a second, even if the broker does not respond.
    func stop() async {
      shared.withLock { shared in
        shared.isStopping = true
        shared.outbox.enqueue(RetainedMessage(topic: topics.status, payload: "offline"))
      }
      wakeUp()
      // If the thread is blocked in a system call, such as a host name lookup, there is no connection to close.
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(950)) { self.end() }
      await withCheckedContinuation { continuation in
        let hasEnded = shared.withLock { shared in
          if !shared.hasEnded { shared.ended = continuation }
          return shared.hasEnded
        }
        if hasEnded { continuation.resume() }
      }
    }

    private func end() {
      shared.withLock { shared in
        shared.hasEnded = true
        defer { shared.ended = nil }
        return shared.ended
      }?.resume()
    }

    // MARK: On the thread

    private func work() {
      // A broken connection during a write must not end the program.
      var pipe = sigset_t()
      var before = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      var failures = 0
      var lastProblem: String?
      while !isStopping {
        var connected: ContinuousClock.Instant?
        do {
          try runConnection { connected = .now }
          break
        } catch {
          let problem = error as? MosquittoLink.Problem
          let words = problem?.words ?? "\(error)"
          shared.withLock { shared in
            shared.isConnected = false
            shared.outbox.disconnected()
          }
          // A connection that the broker closes within a minute does not reset the count of failures.
          if let connected, ContinuousClock.now - connected > .seconds(60) { failures = 0 }
          failures += 1
          let policy = (problem?.failure ?? .needsUserAction).retryPolicy
          let pause = policy.pause(afterFailures: failures, random: random)
          if words != lastProblem || connected != nil {
            let end = words.last.map { ".?".contains($0) } == true ? "" : "."
            logger.warning("MQTT: \(words)\(end) Halo tries again in \(Int((pause / .seconds(1)).rounded(.up))) s.")
          }
          lastProblem = words
          waitBeforeRetry(pause)
        }
      }
      end()
    }

    private var isStopping: Bool { shared.withLock { $0.isStopping } }

    /// Connects and exchanges messages until Halo stops.
    private func runConnection(connected: () -> Void) throws {
      let link = try MosquittoLink(
        settings, clientID: clientID, password: try password(),
        will: RetainedMessage(topic: topics.status, payload: "offline"))
      let deadline = ContinuousClock.now + Self.responseTimeout
      var shutdownTimeout: ContinuousClock.Instant?
      var isAccepted = false
      while true {
        if link.isConnected, !isAccepted {
          isAccepted = true
          shared.withLock { $0.isConnected = true }
          connected()
          logger.info("MQTT: connected to \(settings.host):\(settings.port).")
          try link.subscribe(topics.birth)
        }
        if isAccepted { try exchangeMessages(link) }
        if isStopping {
          guard isAccepted else { return }
          let end = shutdownTimeout ?? .now + Self.shutdownTimeout
          shutdownTimeout = end
          if shared.withLock({ $0.outbox.isDone }) || ContinuousClock.now >= end { return link.disconnect() }
        } else if !isAccepted, ContinuousClock.now >= deadline {
          throw MosquittoLink.Problem(words: MosquittoLink.silent(settings.host), failure: .transient)
        }
        // libmosquitto sends its ping when it is called one keep-alive interval after the last message, and counts
        // whole seconds.
        let waitTime =
          shutdownTimeout.map { $0 - .now } ?? (isAccepted ? .seconds(settings.keepAlive + 1) : deadline - .now)
        try wait(link, at: most(waitTime))
      }
    }

    private func most(_ duration: Duration) -> Int32 { Int32(max(0, duration / .milliseconds(1))) + 1 }

    /// Sends the pending messages, and processes the broker's messages.
    private func exchangeMessages(_ link: MosquittoLink) throws {
      let hasHomeAssistantStarted = link.received.contains {
        $0.topic == topics.birth && $0.payload == "online" && !$0.isRetained
      }
      link.received = []
      let acknowledged = link.acknowledged
      link.acknowledged = []
      let (due, cleared) = shared.withLock { shared in
        let cleared = acknowledged.compactMap { shared.outbox.acknowledged($0) }
        shared.publishedTopics.subtract(cleared)
        // Home Assistant has started, and may have lost the states.
        if hasHomeAssistantStarted { shared.outbox.resendAll() }
        return (shared.outbox.due, cleared)
      }
      if !cleared.isEmpty { save() }
      for message in due {
        let number = try link.publish(message)
        shared.withLock { $0.outbox.sent(message, as: number) }
      }
    }

    /// Sleeps until there is work to do, and calls libmosquitto for it.
    private func wait(_ link: MosquittoLink, at most: Int32) throws {
      var watched = [
        pollfd(fd: link.descriptor, events: Int16(POLLIN | (link.wantsToWrite ? POLLOUT : 0)), revents: 0),
        pollfd(fd: wake.read.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      poll(&watched, nfds_t(watched.count), most)
      if watched[1].revents != 0 { drain() }
      let events = Int32(watched[0].revents)
      try link.step(
        isReadable: events & (POLLIN | POLLHUP | POLLERR) != 0, isWritable: events & POLLOUT != 0)
    }

    /// Waits between two connection attempts; returns early if Halo stops.
    private func waitBeforeRetry(_ pause: Duration) {
      let end = ContinuousClock.now + pause
      while !isStopping, ContinuousClock.now < end {
        var watched = [pollfd(fd: wake.read.rawValue, events: Int16(POLLIN), revents: 0)]
        poll(&watched, 1, most(end - .now))
        if watched[0].revents != 0 { drain() }
      }
    }

    private func drain() {
      var bytes = [UInt8](repeating: 0, count: 64)
      while let count = try? bytes.withUnsafeMutableBytes({ try wake.read.read(into: $0) }), count > 0 {}
    }

    private func wakeUp() { _ = try? wake.write.writeAll([1]) }

    private func save() {
      do { try file.write(shared.withLock { $0.publishedTopics }.sorted()) } catch {
        logger.warning("The record of published topics cannot be stored in \(file.path): \(error).")
      }
    }

    private func password() throws -> String? {
      guard let path = settings.passwordFile else { return settings.password }
      do {
        let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        return try file.closeAfter {
          var bytes = [UInt8](repeating: 0, count: 4096)
          let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
          return String(decoding: bytes[..<count].prefix { $0 != 0x0a && $0 != 0x0d }, as: UTF8.self)
        }
      } catch {
        throw MosquittoLink.Problem(
          words: "the password cannot be read from \(path): \(error).", failure: .needsUserAction)
      }
    }

    private static func isLocal(_ host: String) -> Bool {
      host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    private static var hostName: String {
      var name = [CChar](repeating: 0, count: 256)
      guard gethostname(&name, name.count - 1) == 0 else { return "machine" }
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

#endif
