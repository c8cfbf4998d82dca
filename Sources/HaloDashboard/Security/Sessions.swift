#if Dashboard
  import Foundation
  import Synchronization

  /// The browsers that may see a journal, and the links that let new ones in. Tokens are kept hashed, in files beside the journal.
  final class Sessions: Sendable {
    /// A browser that was let in.
    struct Session: Codable, Sendable, Hashable {
      /// What it is called in addresses; it opens nothing.
      let id: String
      /// The hash of its cookie.
      let hash: String
      let name: String
      let created: Date
      var lastSeen: Date
      var address: String
      /// Whose data it shows; `nil` is the first wearer.
      var wearer: String?
    }

    /// A link that works once.
    struct Link: Codable, Sendable, Hashable {
      let hash: String
      let expires: Date
    }

    private struct State {
      var sessions: [Session] = []
      var links: [Link] = []
      var used: Set<String> = []
      var written = Date.distantPast
    }

    /// How long a browser that does not come stays let in.
    static let lifetime = 30 * 86_400.0
    /// How long a link works.
    static let linkLifetime = 600.0
    /// Sessions that are kept; a new one ends the one that was away longest.
    static let most = 100

    private let file: PrivateFile
    private let links: PrivateFile
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    /// The sessions of a journal.
    init(journal: String, now: @escaping @Sendable () -> Date = { Date() }) {
      file = PrivateFile(path: journal + ".page.sessions")
      links = Self.links(journal)
      self.now = now
      state = Mutex(State(sessions: file.read([Session].self) ?? []))
    }

    private static func links(_ journal: String) -> PrivateFile { PrivateFile(path: journal + ".page.links") }

    /// A new link's token. `forOther` leaves it in a file, for the program that serves the page.
    static func leaveLink(journal: String, now: Date = Date()) throws -> String {
      let file = links(journal)
      let secret = Secret.random()
      let kept = (file.read([Link].self) ?? []).filter { $0.expires > now }
      try file.write(kept + [Link(hash: Secret.hash(secret), expires: now.addingTimeInterval(linkLifetime))])
      return secret
    }

    /// A new link's token.
    func link() -> String {
      let secret = Secret.random()
      let time = now()
      state.withLock { state in
        state.links.removeAll { $0.expires <= time }
        state.links.append(Link(hash: Secret.hash(secret), expires: time.addingTimeInterval(Self.linkLifetime)))
      }
      return secret
    }

    /// Lets a browser in, where `token` is of a link that was not used. The link works no more.
    ///
    /// - Returns: The session and its cookie.
    func open(_ token: String, name: String, address: String) -> (session: Session, cookie: String)? {
      let (time, hash) = (now(), Secret.hash(token))
      let cookie = Secret.random()
      let session = state.withLock { state -> Session? in
        let left = links.read([Link].self) ?? []
        guard (state.links + left).contains(where: { $0.hash == hash && $0.expires > time }),
          state.used.insert(hash).inserted
        else { return nil }
        state.links.removeAll { $0.hash == hash || $0.expires <= time }
        if left.contains(where: { $0.hash == hash }) {
          try? links.write(left.filter { $0.hash != hash && $0.expires > time })
        }
        let session = Session(
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

    /// The session of a cookie; `nil` where there is none, or it was not used for too long.
    func session(_ cookie: String, address: String) -> Session? {
      // A hash is looked up and not the secret, so how long it takes tells nothing about the secret.
      let (time, hash) = (now(), Secret.hash(cookie))
      return state.withLock { state in
        guard let place = state.sessions.firstIndex(where: { $0.hash == hash }),
          time.timeIntervalSince(state.sessions[place].lastSeen) < Self.lifetime
        else { return nil }
        state.sessions[place].lastSeen = time
        state.sessions[place].address = address
        // Once an hour is often enough to count thirty days.
        if time.timeIntervalSince(state.written) > 3600 { keep(&state) }
        return state.sessions[place]
      }
    }

    /// All sessions, the one used last first.
    var all: [Session] {
      let time = now()
      return state.withLock { state in
        state.sessions.filter { time.timeIntervalSince($0.lastSeen) < Self.lifetime }
          .sorted { $0.lastSeen > $1.lastSeen }
      }
    }

    /// Whether there is still a session by that name.
    func has(_ id: String) -> Bool { state.withLock { $0.sessions.contains { $0.id == id } } }

    /// Ends a session; whether there was one.
    func end(_ id: String) -> Bool {
      state.withLock { state in
        let before = state.sessions.count
        state.sessions.removeAll { $0.id == id }
        if state.sessions.count != before { keep(&state) }
        return state.sessions.count != before
      }
    }

    /// Shows a browser somebody else's data.
    func show(_ wearer: String, in id: String) {
      state.withLock { state in
        guard let place = state.sessions.firstIndex(where: { $0.id == id }) else { return }
        state.sessions[place].wearer = wearer
        keep(&state)
      }
    }

    /// A disk that is full must not lock anybody out: what could not be written is written with the next change.
    private func keep(_ state: inout State) {
      state.written = now()
      try? file.write(state.sessions)
    }
  }
#endif
