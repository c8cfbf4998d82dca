#if TLS
  import Foundation
  import NIOSSL
  import SystemPackage

  /// A certificate with its chain and its key, out of two files in PEM.
  struct Certificate {
    /// What a server is told of them.
    private(set) var configuration: TLSConfiguration
    /// What its owner should know: it is over, or others may read the key.
    let cautions: [String]

    /// - Throws: ``Dashboard/Failure``, which says which file is why, and what to do; also if other users can read the key, unless
    ///   `allowsReadableKey`.
    init(chain chainPath: String, key keyPath: String, allowsReadableKey: Bool, now: Date = Date()) throws {
      let chain = try Self.read(chainPath, "the certificate") { bytes in
        let chain = try NIOSSLCertificate.fromPEMBytes(bytes)
        guard !chain.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
        return chain
      }
      let key = try Self.read(keyPath, "the key") { bytes in
        // One with a passphrase would be asked for in the terminal; where none is at hand there is nobody to answer.
        try NIOSSLPrivateKey(bytes: bytes, format: .pem) { (answer: (_: [UInt8]) -> Void) in answer([]) }
      }
      configuration = .makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      configuration.cipherSuiteValues = Self.suites
      do { _ = try NIOSSLContext(configuration: configuration) } catch {
        throw Dashboard.Failure(
          description: "the key \(keyPath) does not belong to the certificate \(chainPath). They are made together.",
          isOfSettings: true)
      }
      var cautions: [String] = []
      if let own = chain.first {
        let (from, to) = (Self.date(own.notValidBefore), Self.date(own.notValidAfter))
        if to < now {
          cautions.append("The certificate ended on \(Self.day(to)): browsers warn of it. Make a new one.")
        }
        if from > now {
          cautions.append("The certificate begins on \(Self.day(from)): browsers warn of it until then.")
        }
      }
      if Self.isReadableByOthers(keyPath) {
        guard allowsReadableKey else {
          throw Dashboard.Failure(
            description:
              "other users of this computer can read the key \(keyPath). Make it yours alone: chmod 600 \(keyPath). Or use it all the same: --allow-readable-key.",
            isOfSettings: true)
        }
        cautions.append("Other users of this computer can read the key: chmod 600 \(keyPath)")
      }
      self.cautions = cautions
    }

    /// What TLS 1.2 may use: authenticated encryption and keys that are made anew for each connection. TLS 1.3 has nothing else.
    private static let suites: [NIOTLSCipher] = [
      .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
      .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
      .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// Whether users beside the owner can read a file. The group of a file of root may: its members were chosen for that, as in
    /// `/etc/ssl/private`. Links are followed: certbot's name of a key is one.
    private static func isReadableByOthers(_ path: String) -> Bool {
      let file = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
      guard let facts = try? FileManager.default.attributesOfItem(atPath: file),
        let mode = facts[.posixPermissions] as? Int
      else { return false }
      return mode & (facts[.ownerAccountID] as? Int == 0 ? 0o007 : 0o077) != 0
    }

    private static func read<Value>(_ path: String, _ what: String, _ body: ([UInt8]) throws -> Value) throws -> Value {
      func failure(_ why: String) -> Dashboard.Failure {
        Dashboard.Failure(description: "\(what) \(path) cannot be used: \(why).", isOfSettings: true)
      }
      let bytes: [UInt8]
      do {
        let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec])
        bytes = try file.closeAfter {
          try [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
          }
        }
      } catch { throw failure("\(error)".lowercased()) }
      do { return try body(bytes) } catch {
        let text = String(decoding: bytes, as: UTF8.self)
        throw failure(
          text.contains("ENCRYPTED")
            ? "it has a passphrase. 'openssl pkey -in \(path)' writes it without"
            : text.contains("-----BEGIN") ? "it holds something else" : "it is no file in PEM (-----BEGIN …)")
      }
    }

    private static func date(_ time: time_t) -> Date { Date(timeIntervalSince1970: Double(time)) }
    private static func day(_ date: Date) -> String { String(date.ISO8601Format().prefix(10)) }
  }
#endif
