#if MQTT && os(Linux)
  import CMosquitto
  import Glibc

  /// One connection to a broker, on libmosquitto. Lives on one thread, which calls ``step()`` whenever there is something to do.
  final class MosquittoLink {
    /// What is wrong, in words.
    struct Problem: Error {
      let words: String
      let failure: Patience.Failure
    }

    private let handle: OpaquePointer
    private let host: String
    /// What libmosquitto said last of TLS.
    private var said: String?
    /// Whether the broker has let us in.
    private(set) var isConnected = false
    private var refusal: Int32?
    /// Numbers of the messages that the broker has, since this was last emptied.
    var acknowledged: [Int32] = []
    /// What was received, since this was last emptied.
    var received: [(topic: String, payload: String, isRetained: Bool)] = []

    private static let isInitialized = mosquitto_lib_init() == Int32(MOSQ_ERR_SUCCESS.rawValue)

    /// Connects. The TCP connection is there on return, or this throws; the rest comes with ``step()``.
    init(_ settings: MQTTSettings, clientID: String, password: String?, will: RetainedMessage) throws {
      guard Self.isInitialized, let handle = mosquitto_new(clientID, true, nil) else {
        throw Problem(words: "libmosquitto cannot be used", failure: .needsPerson)
      }
      self.handle = handle
      host = "\(settings.host):\(settings.port)"
      mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
      setCallbacks()
      try check(
        mosquitto_will_set(handle, will.topic, Int32(will.payload.utf8.count), will.payload, 1, true), .needsPerson)
      if settings.username != nil || password != nil {
        try check(mosquitto_username_pw_set(handle, settings.username, password), .needsPerson)
      }
      if let tls = settings.tls { try encrypt(tls) }
      try check(
        mosquitto_connect(handle, settings.host, Int32(settings.port), Int32(settings.keepAlive)), .passing)
    }

    deinit { mosquitto_destroy(handle) }

    /// What to wait for: the socket, and whether it should be writable too.
    var descriptor: Int32 { mosquitto_socket(handle) }
    var wantsToWrite: Bool { mosquitto_want_write(handle) }

    /// Does what can be done: reads, writes, and keeps the connection alive.
    func step(isReadable: Bool, isWritable: Bool) throws {
      if isReadable { try check(mosquitto_loop_read(handle, 1), .passing) }
      if isWritable || wantsToWrite { try check(mosquitto_loop_write(handle, 1), .passing) }
      try check(mosquitto_loop_misc(handle), .passing)
    }

    /// Hands a message over, to be held by the broker. Returns its number.
    func publish(_ message: RetainedMessage) throws -> Int32 {
      var number: Int32 = 0
      try check(
        mosquitto_publish(
          handle, &number, message.topic, Int32(message.payload.utf8.count), message.payload, 1, true), .passing)
      return number
    }

    func subscribe(_ topic: String) throws { try check(mosquitto_subscribe(handle, nil, topic, 1), .passing) }

    /// Says goodbye, so that the broker does not send the will.
    func disconnect() {
      mosquitto_disconnect(handle)
      mosquitto_loop_write(handle, 1)
    }

    private func encrypt(_ tls: MQTTSettings.TLS) throws {
      for file in [tls.caFile, tls.certificate, tls.key] {
        if let file, access(file, R_OK) != 0 {
          throw Problem(words: "\(file) cannot be read: \(String(cString: strerror(errno)))", failure: .needsPerson)
        }
      }
      if tls.caFile == nil { mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1) }
      if tls.caFile != nil || tls.certificate != nil {
        try check(
          mosquitto_tls_set(
            handle, tls.caFile, tls.caFile == nil ? "/etc/ssl/certs" : nil, tls.certificate, tls.key, nil),
          .needsPerson)
      }
      // 1: the broker's certificate is checked; its name is, unless that is turned off, which is not offered.
      try check(mosquitto_tls_opts_set(handle, 1, nil, nil), .needsPerson)
    }

    private func setCallbacks() {
      mosquitto_connect_callback_set(handle) { _, link, code in
        let link = MosquittoLink.of(link)
        if code == 0 { link?.isConnected = true } else { link?.refusal = code }
      }
      mosquitto_publish_callback_set(handle) { _, link, number in MosquittoLink.of(link)?.acknowledged.append(number) }
      mosquitto_message_callback_set(handle) { _, link, message in
        guard let message = message?.pointee, let topic = message.topic else { return }
        let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
        MosquittoLink.of(link)?.received.append(
          (String(cString: topic), String(decoding: payload, as: UTF8.self), message.retain))
      }
      mosquitto_log_callback_set(handle) { _, link, level, text in
        guard level & Int32(MOSQ_LOG_ERR) != 0, let text else { return }
        MosquittoLink.of(link)?.said = String(cString: text)
      }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> MosquittoLink? {
      pointer.map { Unmanaged<MosquittoLink>.fromOpaque($0).takeUnretainedValue() }
    }

    private func check(_ code: Int32, _ failure: Patience.Failure) throws {
      guard code != Int32(MOSQ_ERR_SUCCESS.rawValue) else { return }
      let system = errno
      if let refusal { throw Self.problem(ofRefusal: refusal, by: host) }
      switch mosq_err_t(rawValue: code) {
      case MOSQ_ERR_TLS:
        throw Problem(
          words: """
            no encrypted connection to \(host): \(said ?? "TLS failed"). Is the broker's certificate signed by the one in \
            caFile, and made out to this name?
            """, failure: .needsPerson)
      case MOSQ_ERR_EAI:
        throw Problem(words: "there is no machine of the name in \(host)", failure: failure)
      case MOSQ_ERR_ERRNO:
        throw Problem(words: "\(host) cannot be reached: \(String(cString: strerror(system)))", failure: failure)
      case MOSQ_ERR_CONN_LOST:
        throw Problem(words: isConnected ? "\(host) closed the connection" : Self.silent(host), failure: failure)
      default:
        throw Problem(words: "\(host): \(String(cString: mosquitto_strerror(code)))", failure: failure)
      }
    }

    static func silent(_ host: String) -> String {
      "\(host) does not answer as a broker does. Does it want TLS, or none?"
    }

    private static func problem(ofRefusal code: Int32, by host: String) -> Problem {
      switch code {
      case 3: Problem(words: "the broker \(host) is not available yet", failure: .passing)
      case 4, 5:
        Problem(
          words: "the broker \(host) refuses the username or password. Correct them in the settings.",
          failure: .needsPerson)
      default:
        Problem(
          words: "the broker \(host) refuses: \(String(cString: mosquitto_connack_string(code)))", failure: .needsPerson
        )
      }
    }
  }
#endif
