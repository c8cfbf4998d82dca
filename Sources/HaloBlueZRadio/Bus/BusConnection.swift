#if BlueZ && os(Linux)
  import CSystemd
  import Glibc

  /// A connection to a message bus. It has its own thread, so it never blocks a cooperative thread.
  actor BusConnection {
    /// The address of a bus.
    enum Address: Sendable, Hashable {
      /// The system bus.
      case system
      /// A bus at a D-Bus address, such as `unix:path=/tmp/bus`.
      case at(String)
    }

    /// Called with each matching signal, in order, on the connection's own executor.
    typealias SignalHandler = @Sendable (BusMessage) -> Void

    /// Takes the calls of an object, in order, on the connection's own executor. Replies may be sent later and in any
    /// order.
    typealias CallHandler = @Sendable (BusMessage, BusReply) -> Void

    /// Receives an answer on the connection's own executor.
    typealias AnswerHandler = @Sendable (Result<[BusValue], BusError>) -> Void

    nonisolated let executor: BusExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var bus: OpaquePointer?
    private var calls: [Int: PendingCall] = [:]
    private var nextCall = 0
    /// The registrations with sd-bus by number, with the boxes that its callbacks receive.
    private var slots: [Int: (pointer: OpaquePointer?, box: Unmanaged<CallbackBox>)] = [:]
    private var nextSlot = 0
    private var whenLost: [@Sendable () -> Void] = []
    private var isPumping = false

    /// A call that waits for its answer.
    private struct PendingCall {
      let continuation: CheckedContinuation<[BusValue], any Error>
      /// Receives the answer in order with the signals before and after it.
      let inOrder: AnswerHandler?
      var slot: OpaquePointer?
    }

    /// The context of an sd-bus callback.
    private final class CallbackBox {
      weak let connection: BusConnection?
      let number: Int
      let signal: SignalHandler?
      let call: CallHandler?

      init(_ connection: BusConnection, number: Int, signal: SignalHandler? = nil, call: CallHandler? = nil) {
        self.connection = connection
        self.number = number
        self.signal = signal
        self.call = call
      }
    }

    private init(_ executor: BusExecutor) { self.executor = executor }

    /// Opens a connection, on the given executor's thread if there is one.
    ///
    /// - Throws: ``BusError`` if there is no such bus, or this program may not use it.
    static func open(_ address: Address, on executor: BusExecutor? = nil) async throws -> BusConnection {
      let connection = BusConnection(executor ?? BusExecutor())
      try await connection.start(address)
      return connection
    }

    /// The number of matches and served objects.
    var slotCount: Int { slots.count }

    /// The number of calls that wait for an answer.
    var callCount: Int { calls.count }

    private func start(_ address: Address) throws {
      var opened: OpaquePointer?
      switch address {
      case .system:
        let status = sd_bus_open_system(&opened)
        guard status >= 0 else { throw BusError.system(status, Phrase("the system bus cannot be reached")) }
      case .at(let text):
        var status = sd_bus_new(&opened)
        if status >= 0 { status = sd_bus_set_address(opened, text) }
        if status >= 0 { status = sd_bus_set_bus_client(opened, 1) }
        if status >= 0 { status = sd_bus_start(opened) }
        guard status >= 0 else {
          sd_bus_unref(opened)
          throw BusError.system(status, Phrase("the bus at \(text) cannot be reached"))
        }
      }
      bus = opened
      executor.watch(sd_bus_get_fd(opened)) { [weak self] _ in self?.assumeIsolated { $0.pump() } }
      pump()
    }

    /// Lets sd-bus process all pending work.
    private func pump() {
      // The outer loop sends the messages of a handler, because sd-bus refuses nested calls.
      guard !isPumping else { return }
      isPumping = true
      defer { isPumping = false }
      while let bus {
        let status = sd_bus_process(bus, nil)
        if status > 0 { continue }
        if status < 0 { return lose() }
        break
      }
      guard let bus else { return }
      var microseconds = UInt64.max
      sd_bus_get_timeout(bus, &microseconds)
      executor.expect(Int16(sd_bus_get_events(bus)), of: sd_bus_get_fd(bus), until: microseconds)
    }

    /// Ends everything because the bus was lost.
    private func lose() {
      let lost = whenLost
      end {}
      for handler in lost { handler() }
    }

    /// Calls `handler` when the bus is lost; at once if it already is.
    func onLoss(_ handler: @escaping @Sendable () -> Void) {
      if bus == nil { handler() } else { whenLost.append(handler) }
    }

    /// Closes the connection. The bus then removes its matches, and BlueZ drops its requests.
    func close() async {
      await withCheckedContinuation { continuation in end { continuation.resume() } }
    }

    private func end(_ whenClosed: @escaping @Sendable () -> Void) {
      guard let bus else { return whenClosed() }
      self.bus = nil
      executor.unwatch(sd_bus_get_fd(bus))
      for slot in slots.values {
        sd_bus_slot_unref(slot.pointer)
        slot.box.release()
      }
      slots.removeAll()
      for call in calls.values {
        sd_bus_slot_unref(call.slot)
        call.continuation.resume(throwing: BusError.closed)
      }
      calls.removeAll()
      whenLost.removeAll()
      sd_bus_flush_close_unref(bus)
      whenClosed()
    }

    // MARK: Calls

    /// Calls a method and returns its answer. `inOrder` receives the answer first, in order with the signals before and
    /// after it.
    ///
    /// - Throws: ``BusError``, and `CancellationError` if the task is canceled. A canceled call may still be carried
    ///   out.
    @discardableResult func call(
      _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
      timeout: Duration = .seconds(60), inOrder: AnswerHandler? = nil
    ) async throws -> [BusValue] {
      try Task.checkCancellation()
      nextCall += 1
      let number = nextCall
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          begin(number, continuation, destination, path, interface, member, arguments, timeout, inOrder)
        }
      } onCancel: {
        Task { await self.cancel(number) }
      }
    }

    private func begin(
      _ number: Int, _ continuation: CheckedContinuation<[BusValue], any Error>, _ destination: String, _ path: String,
      _ interface: String, _ member: String, _ arguments: [BusValue], _ timeout: Duration, _ inOrder: AnswerHandler?
    ) {
      guard let bus else { return continuation.resume(throwing: BusError.closed) }
      guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
      var message: OpaquePointer?
      let status = sd_bus_message_new_method_call(bus, &message, destination, path, interface, member)
      guard status >= 0, let message else {
        return continuation.resume(throwing: BusError.system(status, Phrase("\(member) of \(path) cannot be called")))
      }
      defer { sd_bus_message_unref(message) }
      guard MessageCoding.append(arguments, to: message) else {
        return continuation.resume(
          throwing: BusError(name: "halo.Arguments", message: "\(member) does not accept these arguments"))
      }
      let box = Unmanaged.passRetained(CallbackBox(self, number: number))
      var slot: OpaquePointer?
      let microseconds = UInt64(max(1, timeout / .microseconds(1)))
      let sent = sd_bus_call_async(
        bus, &slot, message,
        { reply, userdata, _ in
          guard let reply, let userdata else { return 1 }
          let box = Unmanaged<CallbackBox>.fromOpaque(userdata).takeUnretainedValue()
          let result = BusConnection.result(reply)
          let number = box.number
          box.connection?.assumeIsolated { $0.finish(number, result) }
          return 1
        }, box.toOpaque(), microseconds)
      guard sent >= 0, let slot else {
        box.release()
        return continuation.resume(throwing: BusError.system(sent, Phrase("\(member) of \(path) cannot be called")))
      }
      sd_bus_slot_set_destroy_callback(slot) { userdata in
        if let userdata { Unmanaged<CallbackBox>.fromOpaque(userdata).release() }
      }
      calls[number] = PendingCall(continuation: continuation, inOrder: inOrder, slot: slot)
      pump()
    }

    private func finish(_ number: Int, _ result: Result<[BusValue], BusError>) {
      guard let call = calls.removeValue(forKey: number) else { return }
      // sd-bus keeps the slot until its callback has returned.
      sd_bus_slot_unref(call.slot)
      call.inOrder?(result)
      call.continuation.resume(with: result.mapError { $0 as any Error })
    }

    private func cancel(_ number: Int) {
      guard let call = calls.removeValue(forKey: number) else { return }
      sd_bus_slot_unref(call.slot)
      call.continuation.resume(throwing: CancellationError())
    }

    private static func result(_ reply: OpaquePointer) -> Result<[BusValue], BusError> {
      guard sd_bus_message_is_method_error(reply, nil) > 0, let error = sd_bus_message_get_error(reply) else {
        return .success(MessageCoding.read(reply))
      }
      func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
      return .failure(BusError(name: text(error.pointee.name), message: text(error.pointee.message)))
    }

    // MARK: Signals

    /// Calls `handler` in order with each signal that matches a D-Bus rule, beginning when this returns.
    ///
    /// - Returns: A number for ``remove(_:)``.
    func match(_ rule: String, _ handler: @escaping SignalHandler) async throws -> Int {
      let number = try keep(signal: handler, Phrase("the bus does not accept the match rule \(rule)")) {
        bus, slot, box in
        sd_bus_add_match_async(
          bus, slot, rule,
          { message, userdata, _ in
            guard let message, let userdata else { return 0 }
            let box = Unmanaged<CallbackBox>.fromOpaque(userdata).takeUnretainedValue()
            box.signal?(MessageCoding.message(message))
            return 0
          }, { _, _, _ in 1 }, box)
      }
      pump()
      // The bus answers in order, so after this answer the match is in force.
      _ = try await call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
      return number
    }

    /// Removes a match or an object.
    func remove(_ number: Int) {
      guard let slot = slots.removeValue(forKey: number) else { return }
      sd_bus_slot_unref(slot.pointer)
      slot.box.release()
      pump()
    }

    // MARK: Serving

    /// Passes the calls of the object at `path`, and of the objects below it, to `handler`.
    func serve(_ path: String, _ handler: @escaping CallHandler) throws -> Int {
      try keep(call: handler, Phrase("\(path) cannot be served")) { bus, slot, box in
        sd_bus_add_fallback(
          bus, slot, path,
          { message, userdata, _ in
            guard let message, let userdata else { return 0 }
            let box = Unmanaged<CallbackBox>.fromOpaque(userdata).takeUnretainedValue()
            guard let handler = box.call, let connection = box.connection else { return 0 }
            // The reference keeps the message alive until it is answered.
            let reply = BusReply(connection, UInt(bitPattern: sd_bus_message_ref(message)))
            handler(MessageCoding.message(message), reply)
            return 1
          }, box)
      }
    }

    /// Registers a callback with sd-bus and returns its number.
    private func keep(
      signal: SignalHandler? = nil, call: CallHandler? = nil, _ problem: Phrase,
      _ register: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws -> Int {
      guard let bus else { throw BusError.closed }
      nextSlot += 1
      let box = Unmanaged.passRetained(CallbackBox(self, number: nextSlot, signal: signal, call: call))
      var slot: OpaquePointer?
      let status = register(bus, &slot, box.toOpaque())
      guard status >= 0 else {
        box.release()
        throw BusError.system(status, problem)
      }
      slots[nextSlot] = (slot, box)
      return nextSlot
    }

    /// Sends the answer to a call. With `nil`, the call is released without an answer.
    func answer(_ address: UInt, _ result: Result<[BusValue], BusError>?) {
      guard let request = OpaquePointer(bitPattern: address) else { return }
      defer { sd_bus_message_unref(request) }
      guard let bus, let result else { return }
      var reply: OpaquePointer?
      switch result {
      case .success(let values):
        guard sd_bus_message_new_method_return(request, &reply) >= 0, let reply else { return }
        if MessageCoding.append(values, to: reply) { sd_bus_send(bus, reply, nil) }
      case .failure(let error):
        var description = sd_bus_error()
        sd_bus_error_set(&description, error.name, error.message)
        defer { sd_bus_error_free(&description) }
        guard sd_bus_message_new_method_error(request, &reply, &description) >= 0 else { return }
        sd_bus_send(bus, reply, nil)
      }
      sd_bus_message_unref(reply)
      pump()
    }

    /// Sends a signal.
    func emit(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]) {
      guard let bus else { return }
      var message: OpaquePointer?
      guard sd_bus_message_new_signal(bus, &message, path, interface, member) >= 0, let message else { return }
      defer { sd_bus_message_unref(message) }
      if MessageCoding.append(arguments, to: message) { sd_bus_send(bus, message, nil) }
      pump()
    }
  }
#endif
