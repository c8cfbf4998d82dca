#if TLS
  import Logging
  import NIOCore
  import NIOSSL
  import Synchronization

  /// The certificate of new connections. It follows its files: a renewed one is used without a restart.
  final class ServedCertificate: Sendable {
    private let read: @Sendable () throws -> Certificate
    private let contents: @Sendable () -> [[UInt8]?]
    private let first: [[UInt8]?]
    private let current: Mutex<NIOSSLContext>

    init(chain: String, key: String, allowsReadableKey: Bool) throws {
      read = { try Certificate(chain: chain, key: key, allowsReadableKey: allowsReadableKey) }
      contents = { [chain, key].map { try? Certificate.content($0) } }
      first = contents()
      current = Mutex(try read().context)
    }

    /// Begins TLS on a new connection. A session is resumed only with the certificate with which it began.
    func secure(_ channel: any Channel) throws {
      let handler = NIOSSLServerHandler(context: current.withLock(\.self))
      try channel.pipeline.syncOperations.addHandler(handler, name: ConnectionLimiter.tls)
    }

    /// Reads the files again after they changed, until canceled. Until then, and if they cannot be used, the previous
    /// certificate stays in use.
    func follow(_ clock: any Clock<Duration>, _ logger: Logger) async {
      var known = first
      var latest = first
      while (try? await clock.sleep(for: .seconds(5))) != nil {
        let now = contents()
        // Another program may still be writing the files.
        defer { latest = now }
        guard now != known, now == latest else { continue }
        known = now
        do {
          let renewed = try read()
          current.withLock { $0 = renewed.context }
          logger.notice("the certificate was reloaded")
          for caution in renewed.cautions { logger.warning("\(caution)") }
        } catch {
          logger.warning("the previous certificate stays in use", metadata: ["problem": "\(error)"])
        }
      }
    }
  }
#endif
