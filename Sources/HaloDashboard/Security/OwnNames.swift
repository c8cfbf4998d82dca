#if Dashboard
  import NIOCore

  /// By which names this program may be asked for. A page elsewhere may have a name of its own that leads here (DNS rebinding); such
  /// names are not among these.
  struct OwnNames: Sendable {
    private let names: Set<String>

    /// The names of loopback, the address that is listened at (every one of this machine where that is any), and `more`.
    init(listening host: String, more: [String]) {
      var names: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
      names.formUnion(more.map { $0.lowercased() })
      if Self.isAny(host) {
        let devices = (try? System.enumerateDevices()) ?? []
        names.formUnion(devices.compactMap { $0.address?.ipAddress }.map(Self.inAddress))
      } else {
        names.insert(Self.inAddress(host).lowercased())
      }
      self.names = names
    }

    /// Whether `authority` (a name, perhaps with a port, as in the header `Host`) is one of ours.
    func contain(_ authority: String) -> Bool {
      names.contains(Self.name(in: authority.lowercased()))
    }

    /// Whether a host means every address of this machine.
    static func isAny(_ host: String) -> Bool { ["0.0.0.0", "::", "[::]"].contains(host) }

    /// Whether nobody but this machine reaches a host.
    static func isLoopback(_ host: String) -> Bool {
      host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }

    /// An address as URLs have it: `[::1]`.
    static func inAddress(_ host: String) -> String {
      // The zone of a link-local address means something on this machine alone.
      let bare = host.split(separator: "%").first.map(String.init) ?? host
      return bare.contains(":") && !bare.hasPrefix("[") ? "[\(bare)]" : bare
    }

    private static func name(in authority: String) -> String {
      if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
        let rest = authority[authority.index(after: end)...]
        return rest.isEmpty || isPort(rest) ? String(authority[...end]) : authority
      }
      guard let colon = authority.firstIndex(of: ":") else { return authority }
      return isPort(authority[colon...]) ? String(authority[..<colon]) : authority
    }

    private static func isPort(_ text: Substring) -> Bool {
      text.first == ":" && text.count > 1 && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
  }
#endif
