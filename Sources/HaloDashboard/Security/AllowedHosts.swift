import NIOCore

/// Allowed Host headers (protects against DNS rebinding: another site's name that resolves to this address is not in
/// the list).
struct AllowedHosts: Sendable {
  private let names: Set<String>

  /// Allows the loopback names, the listening address (all of this machine's addresses if it is a wildcard), and
  /// `more`.
  init(listening host: String, more: [String]) {
    var names: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
    names.formUnion(more.map { $0.lowercased() })
    if Self.isAny(host) {
      let devices = (try? System.enumerateDevices()) ?? []
      names.formUnion(devices.compactMap { $0.address?.ipAddress }.map(Self.urlHost))
    } else {
      names.insert(Self.urlHost(host).lowercased())
    }
    self.names = names
  }

  /// True if `authority` (a name with an optional port, as in the header `Host`) is allowed.
  func allows(_ authority: String) -> Bool {
    names.contains(Self.name(in: authority.lowercased()))
  }

  /// True if a host is a wildcard address, which stands for every address of this machine.
  static func isAny(_ host: String) -> Bool { ["0.0.0.0", "::", "[::]"].contains(host) }

  /// True if a host is reachable only from this machine.
  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
  }

  /// An address in the form that URLs need: `[::1]`.
  static func urlHost(_ host: String) -> String {
    // The zone of a link-local address is meaningful only on this machine.
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
