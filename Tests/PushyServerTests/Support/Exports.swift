@_exported import CoreTestSupport
