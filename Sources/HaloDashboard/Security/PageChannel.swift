import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Hummingbird's HTTP/1.1 channel, with ``TargetHost`` before the codec, which drops the host of a request's target.
struct PageChannel: ServerChildChannel {
  /// Begins TLS on a new connection, if there is a certificate.
  let secure: @Sendable (any Channel) throws -> Void
  let http: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    channel.eventLoop.makeCompletedFuture { try secure(channel) }.flatMap {
      http.setup(channel: channel, logger: logger)
    }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(
        TargetHost(), position: .before(try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await http.handle(value: value, logger: logger)
  }
}

/// Copies the host of a request's target into the header `Host`. A target in absolute form (`GET http://name/path`)
/// has its own host, which overrides the header (RFC 9112, section 3.2.2). Later handlers see only the target's path.
final class TargetHost: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Keep two `Host` headers as they are: the request guard refuses them.
    guard case .head(var head) = unwrapInboundIn(data), head.headers["Host"].count == 1,
      let host = Self.host(of: head.uri)
    else { return context.fireChannelRead(data) }
    head.headers.replaceOrAdd(name: "Host", value: host)
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// Returns the host of a target with its optional port; `nil` if the target begins with a path. A target that is
  /// neither a path nor a URL is returned as the host, which is never an allowed one.
  static func host(of target: String) -> String? {
    if target.hasPrefix("/") { return nil }
    guard let scheme = target.range(of: "://") else { return target }
    return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
  }
}
