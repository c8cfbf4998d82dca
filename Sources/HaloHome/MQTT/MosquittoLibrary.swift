#if os(Linux)
  import CMosquitto
  import Glibc

  /// The functions of libmosquitto, loaded when a broker is configured. Their documentation: `man libmosquitto`.
  struct MosquittoLibrary: Sendable {
    /// A client (`struct mosquitto *`).
    typealias Client = OpaquePointer
    /// The pointer that libmosquitto hands to each callback.
    typealias Context = UnsafeMutableRawPointer
    /// Text that ends with a zero byte.
    typealias CString = UnsafePointer<CChar>

    /// Result codes (`enum mosq_err_t`).
    enum Code {
      static let success: Int32 = 0
      static let connectionLost: Int32 = 7
      static let tls: Int32 = 8
      static let system: Int32 = 14
      static let nameLookup: Int32 = 15
    }

    /// `MOSQ_LOG_ERR`
    static let errorLevel: Int32 = 1 << 3
    /// `MOSQ_OPT_TLS_USE_OS_CERTS`
    static let useSystemCertificates: Int32 = 13

    let new: @convention(c) (CString?, Bool, Context?) -> Client?
    let destroy: @convention(c) (Client) -> Void
    let setContext: @convention(c) (Client, Context?) -> Void
    let setWill: @convention(c) (Client, CString, Int32, CString?, Int32, Bool) -> Int32
    let setPassword: @convention(c) (Client, CString?, CString?) -> Int32
    let connect: @convention(c) (Client, CString, Int32, Int32) -> Int32
    let disconnect: @convention(c) (Client) -> Int32
    let socket: @convention(c) (Client) -> Int32
    let wantsToWrite: @convention(c) (Client) -> Bool
    let read: @convention(c) (Client, Int32) -> Int32
    let write: @convention(c) (Client, Int32) -> Int32
    let maintain: @convention(c) (Client) -> Int32
    let publish:
      @convention(c) (
        Client, UnsafeMutablePointer<Int32>?, CString, Int32, CString?, Int32, Bool
      ) -> Int32
    let subscribe: @convention(c) (Client, UnsafeMutablePointer<Int32>?, CString, Int32) -> Int32
    let setOption: @convention(c) (Client, Int32, Int32) -> Int32
    let setTLS:
      @convention(c) (
        Client, CString?, CString?, CString?, CString?,
        UnsafeRawPointer?
      ) -> Int32
    let setTLSOptions: @convention(c) (Client, Int32, CString?, CString?) -> Int32
    let onConnect: @convention(c) (Client, (@convention(c) (Client?, Context?, Int32) -> Void)?) -> Void
    let onPublish: @convention(c) (Client, (@convention(c) (Client?, Context?, Int32) -> Void)?) -> Void
    let onMessage:
      @convention(c) (Client, (@convention(c) (Client?, Context?, UnsafePointer<mosquitto_message>?) -> Void)?) -> Void
    let onLog: @convention(c) (Client, (@convention(c) (Client?, Context?, Int32, CString?) -> Void)?) -> Void
    let describe: @convention(c) (Int32) -> CString
    let describeRefusal: @convention(c) (Int32) -> CString

    /// Loads the library, unless this process has already done so, and initializes it. It is never unloaded. A failure
    /// is not cached, since the user may install the library later.
    ///
    /// - Throws: ``HomeError/mosquittoMissing(reason:)`` if the library is missing or is not libmosquitto.
    init(path: String = "libmosquitto.so.1") throws {
      func failure() -> HomeError {
        .mosquittoMissing(reason: dlerror().map { String(cString: $0) } ?? "unknown reason")
      }
      guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { throw failure() }
      // The types above are those of mosquitto.h. Newer libraries with the same soname keep them.
      func function<Function>(_ name: String) throws -> Function {
        guard let symbol = dlsym(library, "mosquitto_" + name) else { throw failure() }
        return unsafeBitCast(symbol, to: Function.self)
      }
      new = try function("new")
      destroy = try function("destroy")
      setContext = try function("user_data_set")
      setWill = try function("will_set")
      setPassword = try function("username_pw_set")
      connect = try function("connect")
      disconnect = try function("disconnect")
      socket = try function("socket")
      wantsToWrite = try function("want_write")
      read = try function("loop_read")
      write = try function("loop_write")
      maintain = try function("loop_misc")
      publish = try function("publish")
      subscribe = try function("subscribe")
      setOption = try function("int_option")
      setTLS = try function("tls_set")
      setTLSOptions = try function("tls_opts_set")
      onConnect = try function("connect_callback_set")
      onPublish = try function("publish_callback_set")
      onMessage = try function("message_callback_set")
      onLog = try function("log_callback_set")
      describe = try function("strerror")
      describeRefusal = try function("connack_string")
      let initialize: @convention(c) () -> Int32 = try function("lib_init")
      guard initialize() == Code.success else {
        throw HomeError.mosquittoMissing(reason: "the library cannot be initialized")
      }
    }
  }
#endif
