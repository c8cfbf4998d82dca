import HTTPTypes
import Hummingbird

/// An error response to a request: what failed, and what to do next.
struct APIError: Error, HTTPResponseError {
  let status: HTTPResponse.Status
  let code: String
  let what: Phrase
  let next: Phrase?
  /// The confirmation that the request requires.
  var confirmation: ErrorAnswer.Confirmation?
  /// The methods that the path allows, for a 405 response.
  var allowed: [HTTPRequest.Method] = []

  init(_ status: HTTPResponse.Status, _ code: String, _ what: Phrase, advice: Phrase? = nil) {
    self.status = status
    self.code = code
    self.what = what
    next = advice
  }

  init(_ status: HTTPResponse.Status, _ code: String, _ problem: Problem) {
    self.init(status, code, problem.what, advice: problem.advice)
  }

  /// A malformed request, which Halo's page never sends. The message is in English.
  static func wrong(_ message: String) -> APIError {
    APIError(.badRequest, "wrongRequest", Phrase(verbatim: message))
  }
  static func missing(_ message: String) -> APIError { APIError(.notFound, "notFound", Phrase(verbatim: message)) }
  static let noSession = APIError(
    .unauthorized, "noSession", Phrase("This browser is not signed in, or its session has ended."),
    advice: Phrase("Open the link that 'halo serve' printed; 'halo serve --link' prints a new one."))

  /// What failed, and what to do next.
  var message: ErrorAnswer.Message { ErrorAnswer.Message(code: code, message: what, advice: next) }
  /// The same as part of an event.
  var eventMessage: ErrorAnswer.Message { ErrorAnswer.Message(message: what, advice: next) }

  /// The error as a response.
  func response() throws -> Response {
    try Response(ErrorAnswer(error: message, confirmation: confirmation), status: status)
  }

  func response(from request: Request, context: some RequestContext) throws -> Response { try response() }
}

extension APIError {
  /// Converts any error to a response.
  init(_ error: any Error) {
    switch error {
    case let error as APIError: self = error
    case let error as ActionError: self.init(.badRequest, "wrong", error.phrase)
    case let error as ExplanationError: self.init(.notFound, "notFound", error.phrase)
    case EngineError.taken(let device, let holder):
      self.init(
        .conflict, "deviceBusy", Phrase("\(device) is in use by \(holder)."),
        advice: Phrase("Wait until that is done, or stop it."))
    case EngineError.busy(let device, _):
      self.init(
        .conflict, "deviceBusy", Phrase("\(device) is busy for a moment."), advice: Phrase("Try again in a moment."))
    case EngineError.unknownFamily(let device, _):
      self.init(
        .serviceUnavailable, "deviceCannot", Phrase("This version of Halo does not support \(device)."),
        advice: Phrase("Update Halo and try again."))
    case let error as EngineError: self.init(.serviceUnavailable, "deviceCannot", error.phrase)
    case JournalError.nameTaken(let name):
      self.init(
        .conflict, "nameTaken", Phrase("Another device already has the name '\(name)'."),
        advice: Phrase("Choose another name."))
    case JournalError.otherWearer(let device, let wearer):
      self.init(
        .conflict, "otherWearer", Phrase("The journal already has data of \(device), used by \(wearer)."),
        advice: Phrase(
          "Use a separate journal for another person, or erase the device and its data first."))
    // The message contains command lines and is not translated.
    case let error as ImplausibleClock: self.init(.serviceUnavailable, "clock", Phrase(verbatim: "\(error)"))
    case is CancellationError:
      self.init(
        .serviceUnavailable, "stopped", Phrase("The task was canceled."), advice: Phrase("Try again."))
    default:
      guard let problem = Problem(known: error) else {
        self.init(
          .internalServerError, "unexpected", Phrase("That did not work: \(error)."),
          advice: Phrase("Try again in a moment."))
        return
      }
      switch error {
      case is BluetoothError: self.init(.serviceUnavailable, "bluetooth", problem)
      case JournalError.badName: self.init(.badRequest, "wrong", problem)
      case is JournalError: self.init(.serviceUnavailable, "journal", problem)
      case is WearableError: self.init(.serviceUnavailable, "device", problem)
      default: self.init(.serviceUnavailable, "deviceCannot", problem)
      }
    }
  }
}
