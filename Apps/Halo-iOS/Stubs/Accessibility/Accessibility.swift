/// https://developer.apple.com/documentation/accessibility/axchartdescriptor iOS 15.0
open class AXChartDescriptor {
  init() {}
  public var title: String? {
    get { stub() }
    set {}
  }
  public var summary: String? {
    get { stub() }
    set {}
  }
  public var xAxis: any AXDataAxisDescriptor {
    get { stub() }
    set {}
  }
  public var yAxis: AXNumericDataAxisDescriptor? {
    get { stub() }
    set {}
  }
  public var series: [AXDataSeriesDescriptor] {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/accessibility/axchartdescriptor/init(title:summary:xaxis:yaxis:additionalaxes:series:) iOS 15.0
extension AXChartDescriptor {
  public convenience init(
    title: String? = nil, summary: String? = nil, xAxis: any AXDataAxisDescriptor,
    yAxis: AXNumericDataAxisDescriptor? = nil, additionalAxes: [any AXDataAxisDescriptor] = [],
    series: [AXDataSeriesDescriptor]
  ) { stub() }
}

/// https://developer.apple.com/documentation/accessibility/axdataaxisdescriptor iOS 15.0
public protocol AXDataAxisDescriptor: AnyObject {
  var title: String { get set }
}

/// https://developer.apple.com/documentation/accessibility/axnumericdataaxisdescriptor iOS 15.0
open class AXNumericDataAxisDescriptor: AXDataAxisDescriptor {
  init() {}
  public var title: String {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/accessibility/axnumericdataaxisdescriptor/init(title:range:gridlinepositions:valuedescriptionprovider:) iOS 15.0
extension AXNumericDataAxisDescriptor {
  public convenience init(
    title: String, range: ClosedRange<Double>, gridlinePositions: [Double],
    valueDescriptionProvider: @escaping (Double) -> String
  ) { stub() }
}

/// https://developer.apple.com/documentation/accessibility/axdataseriesdescriptor/init(name:iscontinuous:datapoints:) iOS 15.0
open class AXDataSeriesDescriptor {
  public init(name: String, isContinuous: Bool, dataPoints: [AXDataPoint]) {}
}

/// https://developer.apple.com/documentation/accessibility/axdatapoint iOS 15.0
open class AXDataPoint {
  init() {}
}

/// https://developer.apple.com/documentation/accessibility/axdatapoint/value iOS 15.0
extension AXDataPoint {
  public enum Value {
    case number(Double)
    case category(String)
  }
}

/// https://developer.apple.com/documentation/accessibility/axdatapoint/init(x:y:additionalvalues:label:)-4v3sb iOS 15.0
extension AXDataPoint {
  public convenience init(
    x: Double, y: Double? = nil, additionalValues: [AXDataPoint.Value] = [], label: String? = nil
  ) { stub() }
}

func stub() -> Never { fatalError("a stub is not to be run") }
