#if os(Linux)
  import CMosquitto
  import Glibc
  import SystemPackage

  /// A connection to a broker, on libmosquitto. Use it on one thread, which calls ``step(isReadable:isWritable:)`` whenever there is work to
  /// do.
  final class MosquittoLink {
    /// A connection problem, as text.
    struct Problem: Error {
      let words: String
      let failure: BrokerFailure
    }

    /// The longest payload in bytes. Those that Halo waits for are words.
    private static let longest = 1 << 16

    private let library: MosquittoLibrary
    /// True if a message was read since the length was last checked, and the number of bytes received by then.
    private var hasCalledBack = false
    private var lastCount: UInt64 = 0
    private let handle: MosquittoLibrary.Client
    private let host: String
    /// The last TLS message from libmosquitto.
    private var lastTLSMessage: String?
    /// True if the broker has accepted the connection.
    private(set) var isConnected = false
    private var refusal: Int32?
    /// The IDs of acknowledged messages since this was last cleared.
    var acknowledged: [Int32] = []
    /// The messages received since this was last cleared.
    var received: [(topic: String, payload: String, isRetained: Bool)] = []

    /// Opens the TCP connection, or throws; ``step(isReadable:isWritable:)`` completes the MQTT connection.
    init(_ settings: MQTTSettings, clientID: String, password: String?, will: RetainedMessage) throws {
      library = try MosquittoLibrary()
      guard let handle = library.new(clientID, true, nil) else {
        throw Problem(words: "libmosquitto cannot create a client", failure: .needsUserAction)
      }
      self.handle = handle
      host = "\(settings.host):\(settings.port)"
      library.setContext(handle, Unmanaged.passUnretained(self).toOpaque())
      setCallbacks()
      try check(
        library.setWill(handle, will.topic, Int32(will.payload.utf8.count), will.payload, 1, true), .needsUserAction)
      if settings.username != nil || password != nil {
        try check(library.setPassword(handle, settings.username, password), .needsUserAction)
      }
      if let tls = settings.tls { try encrypt(tls) }
      try check(
        library.connect(handle, settings.host, Int32(settings.port), Int32(settings.keepAlive)), .transient)
      // A small window, so that a message that is too long is noticed early.
      var window = Int32(Self.longest)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { library.destroy(handle) }

    /// The socket's descriptor, for waiting until it is readable or writable.
    var descriptor: Int32 { library.socket(handle) }
    var wantsToWrite: Bool { library.wantsToWrite(handle) }

    /// Reads, writes, and keeps the connection alive.
    func step(isReadable: Bool, isWritable: Bool) throws {
      if isReadable {
        try check(library.read(handle, 1), .transient)
        try checkLength()
      }
      if isWritable || wantsToWrite { try check(library.write(handle, 1), .transient) }
      try check(library.maintain(handle), .transient)
    }

    /// Ends a message that is too long while it arrives: the library keeps all of it before it calls back.
    private func checkLength() throws {
      // bytes_received of tcp_info in <linux/tcp.h>, which has all data of the connection.
      let place = 128
      var info = [UInt8](repeating: 0, count: 256)
      var length = socklen_t(info.count)
      guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0, length >= place + 8 else {
        return
      }
      let count = info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
      if hasCalledBack { lastCount = count }
      hasCalledBack = false
      guard count - lastCount > 2 * Self.longest else { return }
      throw Problem(words: "\(host) sends a message that is longer than Halo reads (64 kB)", failure: .transient)
    }

    /// Publishes a retained message. Returns its ID.
    func publish(_ message: RetainedMessage) throws -> Int32 {
      var number: Int32 = 0
      try check(
        library.publish(
          handle, &number, message.topic, Int32(message.payload.utf8.count), message.payload, 1, true), .transient)
      return number
    }

    func subscribe(_ topic: String) throws { try check(library.subscribe(handle, nil, topic, 1), .transient) }

    /// Disconnects cleanly, so that the broker does not publish the last will.
    func disconnect() {
      _ = library.disconnect(handle)
      _ = library.write(handle, 1)
    }

    private func encrypt(_ tls: MQTTSettings.TLS) throws {
      for file in [tls.caFile, tls.certificate, tls.key] {
        if let file, access(file, R_OK) != 0 {
          throw Problem(words: "\(file) cannot be read: \(Errno(rawValue: errno))", failure: .needsUserAction)
        }
      }
      if tls.caFile == nil { _ = library.setOption(handle, MosquittoLibrary.useSystemCertificates, 1) }
      if tls.caFile != nil || tls.certificate != nil {
        try check(
          library.setTLS(
            handle, tls.caFile, tls.caFile == nil ? "/etc/ssl/certs" : nil, tls.certificate, tls.key, nil),
          .needsUserAction)
      }
      // 1: verify the broker's certificate. Its host name is verified too; Halo has no option to turn that off.
      try check(library.setTLSOptions(handle, 1, nil, nil), .needsUserAction)
    }

    private func setCallbacks() {
      library.onConnect(handle) { _, link, code in
        let link = MosquittoLink.of(link)
        link?.hasCalledBack = true
        if code == 0 { link?.isConnected = true } else { link?.refusal = code }
      }
      library.onPublish(handle) { _, link, number in
        MosquittoLink.of(link)?.hasCalledBack = true
        MosquittoLink.of(link)?.acknowledged.append(number)
      }
      library.onMessage(handle) { _, link, message in
        MosquittoLink.of(link)?.hasCalledBack = true
        guard let message = message?.pointee, let topic = message.topic, message.payloadlen <= MosquittoLink.longest
        else {
          return
        }
        let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
        MosquittoLink.of(link)?.received.append(
          (String(cString: topic), String(decoding: payload, as: UTF8.self), message.retain))
      }
      library.onLog(handle) { _, link, level, text in
        guard level & MosquittoLibrary.errorLevel != 0, let text else { return }
        MosquittoLink.of(link)?.lastTLSMessage = String(cString: text)
      }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> MosquittoLink? {
      pointer.map { Unmanaged<MosquittoLink>.fromOpaque($0).takeUnretainedValue() }
    }

    private func check(_ call: @autoclosure () -> Int32, _ failure: BrokerFailure) throws {
      // An earlier error of the system is not that of this call.
      errno = 0
      let code = call()
      let system = errno
      guard code != MosquittoLibrary.Code.success else { return }
      if let refusal { throw problem(ofRefusal: refusal) }
      let words =
        switch code {
        case MosquittoLibrary.Code.tls:
          """
          no encrypted connection to \(host): \(lastTLSMessage ?? "TLS failed"). Check that the broker's certificate is signed by the one \
          in caFile and issued for this name.
          """
        case MosquittoLibrary.Code.nameLookup: "no DNS entry for the host name in \(host)"
        // The library reports a broken protocol this way, too, without an error of the system.
        case MosquittoLibrary.Code.system:
          system == 0 ? Self.silent(host) : "\(host) is unreachable: \(Errno(rawValue: system))"
        case MosquittoLibrary.Code.connectionLost:
          isConnected ? "\(host) closed the connection" : Self.silent(host)
        default: "\(host): \(String(cString: library.describe(code)))"
        }
      throw Problem(words: words, failure: code == MosquittoLibrary.Code.tls ? .needsUserAction : failure)
    }

    static func silent(_ host: String) -> String {
      "\(host) does not answer like an MQTT broker. Check whether it requires TLS."
    }

    private func problem(ofRefusal code: Int32) -> Problem {
      switch code {
      case 3: Problem(words: "the broker \(host) is not available yet", failure: .transient)
      case 4, 5:
        Problem(
          words: "the broker \(host) refuses the username or password. Correct them in the settings.",
          failure: .needsUserAction)
      default:
        Problem(
          words: "the broker \(host) refused the connection: \(String(cString: library.describeRefusal(code)))",
          failure: .needsUserAction
        )
      }
    }
  }
#endif
