import Foundation
import Synchronization

/// Signed-in browsers, and the single-use links for signing in. Tokens are stored as hashes, in files beside the
/// journal.
final class BrowserSessions: Sendable {
  /// A signed-in browser.
  struct BrowserSession: Codable, Sendable, Hashable {
    /// Public identifier, used in API paths. It does not authenticate.
    let id: String
    /// The hash of its cookie.
    let hash: String
    let name: String
    let created: Date
    var lastSeen: Date
    var address: String
    /// The wearer whose data the browser shows; `nil` is the first wearer.
    var wearer: String?
  }

  /// A single-use sign-in link.
  struct Link: Codable, Sendable, Hashable {
    let hash: String
    let expires: Date
  }

  private struct State {
    var sessions: [BrowserSession] = []
    var links: [Link] = []
    var used: Set<String> = []
    var written = Date.distantPast
  }

  /// Time until an unused session expires, in seconds.
  static let lifetime = 30 * 86_400.0
  /// Lifetime of a link, in seconds.
  static let linkLifetime = 600.0
  /// Maximum number of sessions. Beyond it, a new session ends the one unused for the longest time.
  static let most = 100

  private let file: PrivateFile
  private let links: PrivateFile
  private let now: @Sendable () -> Date
  private let state: Mutex<State>

  /// Loads the sessions of a journal.
  init(journal: String, now: @escaping @Sendable () -> Date = { Date() }) {
    file = PrivateFile(path: journal + ".page.sessions")
    links = Self.links(journal)
    self.now = now
    state = Mutex(State(sessions: file.read([BrowserSession].self) ?? []))
  }

  private static func links(_ journal: String) -> PrivateFile { PrivateFile(path: journal + ".page.links") }

  /// Creates a link's token and stores its hash in a file, for the program that serves the page.
  static func storeLink(journal: String, now: Date = Date()) throws -> String {
    let file = links(journal)
    let secret = Secret.random()
    let kept = (file.read([Link].self) ?? []).filter { $0.expires > now }
    try file.write(kept + [Link(hash: Secret.hash(secret), expires: now.addingTimeInterval(linkLifetime))])
    return secret
  }

  /// Creates a link's token.
  func link() -> String {
    let secret = Secret.random()
    let time = now()
    state.withLock { state in
      state.links.removeAll { $0.expires <= time }
      state.links.append(Link(hash: Secret.hash(secret), expires: time.addingTimeInterval(Self.linkLifetime)))
    }
    return secret
  }

  /// Signs a browser in if `token` belongs to a valid, unused link. The link is then used up.
  ///
  /// - Returns: The session and its cookie.
  func open(_ token: String, name: String, address: String) -> (session: BrowserSession, cookie: String)? {
    let time = now()
    let hash = Secret.hash(token)
    let cookie = Secret.random()
    let session = state.withLock { state -> BrowserSession? in
      let left = links.read([Link].self) ?? []
      guard (state.links + left).contains(where: { $0.hash == hash && $0.expires > time }),
        state.used.insert(hash).inserted
      else { return nil }
      state.links.removeAll { $0.hash == hash || $0.expires <= time }
      if left.contains(where: { $0.hash == hash }) {
        try? links.write(left.filter { $0.hash != hash && $0.expires > time })
      }
      let session = BrowserSession(
        id: String(Secret.random().prefix(12)), hash: Secret.hash(cookie), name: name, created: time, lastSeen: time,
        address: address)
      state.sessions = state.sessions.filter { time.timeIntervalSince($0.lastSeen) < Self.lifetime }
      if state.sessions.count >= Self.most, let oldest = state.sessions.min(by: { $0.lastSeen < $1.lastSeen }) {
        state.sessions.removeAll { $0.id == oldest.id }
      }
      state.sessions.append(session)
      keep(&state)
      return session
    }
    return session.map { ($0, cookie) }
  }

  /// Returns the session of a cookie; `nil` if the session does not exist or has expired.
  func session(_ cookie: String, address: String) -> BrowserSession? {
    // The lookup uses the hash, so its timing reveals nothing about the secret.
    let time = now()
    let hash = Secret.hash(cookie)
    return state.withLock { state in
      guard let index = state.sessions.firstIndex(where: { $0.hash == hash }),
        time.timeIntervalSince(state.sessions[index].lastSeen) < Self.lifetime
      else { return nil }
      state.sessions[index].lastSeen = time
      state.sessions[index].address = address
      // Writing once per hour is precise enough for a lifetime of thirty days.
      if time.timeIntervalSince(state.written) > 3600 { keep(&state) }
      return state.sessions[index]
    }
  }

  /// All valid sessions, the most recently used first.
  var all: [BrowserSession] {
    let time = now()
    return state.withLock { state in
      state.sessions.filter { time.timeIntervalSince($0.lastSeen) < Self.lifetime }
        .sorted { $0.lastSeen > $1.lastSeen }
    }
  }

  /// True if the session with this id exists.
  func has(_ id: String) -> Bool { state.withLock { $0.sessions.contains { $0.id == id } } }

  /// Ends a session. Returns false if it does not exist.
  func end(_ id: String) -> Bool {
    state.withLock { state in
      let before = state.sessions.count
      state.sessions.removeAll { $0.id == id }
      if state.sessions.count != before { keep(&state) }
      return state.sessions.count != before
    }
  }

  /// Sets the wearer whose data a browser shows.
  func show(_ wearer: String, in id: String) {
    state.withLock { state in
      guard let index = state.sessions.firstIndex(where: { $0.id == id }) else { return }
      state.sessions[index].wearer = wearer
      keep(&state)
    }
  }

  /// Saves the sessions. Errors are ignored: a full disk must not lock users out, and the next change is saved again.
  private func keep(_ state: inout State) {
    state.written = now()
    try? file.write(state.sessions)
  }
}
