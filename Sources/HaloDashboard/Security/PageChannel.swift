#if Dashboard
  import Foundation
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOHTTP1
  import NIOHTTPTypesHTTP1

  /// Hummingbird's HTTP/1.1 channel, with ``TargetHost`` in front of what drops the host of a request's target.
  struct PageChannel: ServerChildChannel {
    let http: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
      http.setup(channel: channel, logger: logger).flatMapThrowing { value in
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

  /// Puts the host of a request's target into the header `Host`. A target in absolute form (`GET http://name/path`) has a host of its own,
  /// which counts instead of the header (RFC 9112, section 3.2.2); later only the path is left of the target.
  final class TargetHost: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      // Two `Host` headers stay two, for the gate to refuse.
      guard case .head(var head) = unwrapInboundIn(data), head.headers["Host"].count == 1,
        let host = Self.host(of: head.uri)
      else { return context.fireChannelRead(data) }
      head.headers.replaceOrAdd(name: "Host", value: host)
      context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The host, and perhaps the port, of a target; `nil` if it begins with a path. What is neither a path nor an address counts as a host,
    /// which no page has.
    static func host(of target: String) -> String? {
      if target.hasPrefix("/") { return nil }
      guard let scheme = target.range(of: "://") else { return target }
      return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }
  }
#endif
