#if TLS
  import Foundation
  import NIOSSL
  import SystemPackage

  /// A certificate with its chain and its key, read from two PEM files.
  struct Certificate {
    /// TLS settings of connections with this certificate.
    let context: NIOSSLContext
    /// Warnings for the owner: the certificate has expired, or others can read the key.
    let cautions: [String]

    /// - Throws: ``Dashboard/Failure``, which names the file and the remedy; also if the key is weak, or if other users
    ///   can read it, unless `allowsReadableKey`.
    init(chain chainPath: String, key keyPath: String, allowsReadableKey: Bool, now: Date = Date()) throws {
      let (own, chain) = try Self.read(chainPath, "the certificate") { bytes in
        let chain = try NIOSSLCertificate.fromPEMBytes(bytes)
        guard let own = chain.first else { throw NIOSSLError.failedToLoadCertificate }
        return (own, chain)
      }
      let key = try Self.read(keyPath, "the key") { bytes in
        // For a key with a passphrase, NIOSSL would ask in the terminal. A server may not have a terminal.
        try NIOSSLPrivateKey(bytes: bytes, format: .pem) { (answer: (_: [UInt8]) -> Void) in answer([]) }
      }
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      configuration.cipherSuiteValues = Self.suites
      configuration.signingSignatureAlgorithms = Self.signatures
      configuration.applicationProtocols = ["http/1.1"]
      do { context = try NIOSSLContext(configuration: configuration) } catch {
        throw Self.failure(
          "the key \(keyPath) does not belong to the first certificate in \(chainPath). Use a key (RSA, Ed25519, or ECDSA with P-256, P-384 or P-521) and a certificate that were created together. Certificates of authorities come after it."
        )
      }
      // An RSA key of fewer than 2048 bits: shorter than 290 bytes, with RSA's identifier.
      let publicKey = try own.extractPublicKey().toSPKIBytes()
      if publicKey.count < 290, publicKey.contains([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]) {
        throw Self.failure("the key \(keyPath) is weak. Create one of RSA with 2048 bits or more, or of ECDSA.")
      }
      var cautions: [String] = []
      let from = Self.date(own.notValidBefore)
      let to = Self.date(own.notValidAfter)
      if to < now {
        cautions.append("The certificate expired on \(Self.day(to)), and browsers warn about it. Create a new one.")
      }
      if from > now {
        cautions.append("The certificate is valid from \(Self.day(from)). Until then, browsers warn about it.")
      }
      if Self.isReadableByOthers(keyPath) {
        guard allowsReadableKey else {
          throw Self.failure(
            "other users of this computer can read the key \(keyPath). Restrict its permissions: chmod 600 \(keyPath). To use it anyway: --allow-readable-key."
          )
        }
        cautions.append("Other users of this computer can read the key. Restrict its permissions: chmod 600 \(keyPath)")
      }
      self.cautions = cautions
    }

    /// Cipher suites for TLS 1.2: authenticated encryption with ephemeral keys. TLS 1.3 has no others.
    private static let suites: [NIOTLSCipher] = [
      .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
      .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
      .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// Signatures of ephemeral keys: none with SHA-1, which TLS 1.2 would use if a client asks for it.
    private static let signatures: [SignatureAlgorithm] = [
      .ecdsaSecp256R1Sha256, .ecdsaSecp384R1Sha384, .ecdsaSecp521R1Sha512, .ed25519, .rsaPssRsaeSha256,
      .rsaPssRsaeSha384, .rsaPssRsaeSha512, .rsaPkcs1Sha256, .rsaPkcs1Sha384, .rsaPkcs1Sha512,
    ]

    /// True if users other than the owner can read a file. For a file of root, the group may read it: its members were
    /// chosen for that, as in `/etc/ssl/private`. Symbolic links are followed, because certbot uses one.
    private static func isReadableByOthers(_ path: String) -> Bool {
      let file = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
      guard let facts = try? FileManager.default.attributesOfItem(atPath: file),
        let mode = facts[.posixPermissions] as? Int
      else { return false }
      return mode & (facts[.ownerAccountID] as? Int == 0 ? 0o007 : 0o077) != 0
    }

    /// Largest size of a file, in bytes. Browsers refuse a chain of more than 100 kB.
    private static let largest = 64 << 10

    /// Returns the content of a file, of a larger one only the beginning. It does not wait for the writer of a pipe.
    static func content(_ path: String) throws -> [UInt8] {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
      return try file.closeAfter {
        try [UInt8](unsafeUninitializedCapacity: largest + 1) { buffer, count in
          count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
      }
    }

    private static func read<Value>(_ path: String, _ what: String, _ body: ([UInt8]) throws -> Value) throws -> Value {
      func failure(_ why: String) -> Dashboard.Failure { Self.failure("\(what) \(path) cannot be used: \(why).") }
      let bytes: [UInt8]
      do { bytes = try content(path) } catch { throw failure("\(error)".lowercased()) }
      guard bytes.count <= largest else { throw failure("it is larger than 64 kB") }
      do { return try body(bytes) } catch {
        let text = String(decoding: bytes, as: UTF8.self)
        throw failure(
          text.contains("ENCRYPTED")
            ? "it has a passphrase. 'openssl pkey -in \(path)' writes it without one"
            : text.contains("-----BEGIN") ? "it contains something else" : "it is not a PEM file (-----BEGIN …)")
      }
    }

    private static func failure(_ description: String) -> Dashboard.Failure {
      Dashboard.Failure(description: description, isOfSettings: true)
    }
    private static func date(_ time: time_t) -> Date { Date(timeIntervalSince1970: Double(time)) }
    private static func day(_ date: Date) -> String { String(date.ISO8601Format().prefix(10)) }
  }
#endif
