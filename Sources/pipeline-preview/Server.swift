import FlyingFox
import FlyingSocks
import Foundation

/// Serves the page and what it asks for, on the loopback interface only.
struct Server {
  let http: HTTPServer

  init(_ preview: Preview, port: UInt16) async throws {
    http = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
    await http.appendRoute("GET /") { request in
      await Self.answer(request, "text/html; charset=utf-8") { Data(PackageResources.page_html) }
    }
    await http.appendRoute("GET /status") { request in
      await Self.answer(request, "application/json") { await preview.report }
    }
    await http.appendRoute("GET /frames/:version/:number") { request in
      let parameters = request.routeParameters
      guard let version = parameters["version"].flatMap({ Int($0) }),
        let number = parameters["number"].flatMap({ Int($0) })
      else { return HTTPResponse(statusCode: .notFound) }
      return await Self.answer(request, "image/png") { await preview.frame(number, of: version) }
    }
    await http.appendRoute("GET /layers") { request in
      let time = request.query.first { $0.name == "at" }.flatMap { Double($0.value) }
      guard let time, time.isFinite, time >= 0 else {
        return HTTPResponse(statusCode: .badRequest)
      }
      return await Self.answer(request, "application/json") { await preview.layers(at: time) }
    }
  }

  /// Where a browser finds the page.
  var address: String? {
    get async {
      guard case .ip4(let ip, let port)? = await http.listeningAddress else { return nil }
      return "http://\(ip):\(port)/"
    }
  }

  private static func answer(
    _ request: HTTPRequest, _ type: String,
    isolation: isolated (any Actor)? = #isolation, _ body: () async -> Data?
  ) async -> HTTPResponse {
    // A page of another site that got a name for this address sends that name.
    let host = request.headers[.host]?.split(separator: ":").first.map(String.init)
    guard host == "127.0.0.1" || host == "localhost" else {
      return HTTPResponse(statusCode: .forbidden)
    }
    guard let body = await body() else { return HTTPResponse(statusCode: .notFound) }
    return HTTPResponse(
      statusCode: .ok, headers: [.contentType: type, HTTPHeader("Cache-Control"): "no-store"],
      body: body)
  }
}
