import HTTPServer

extension FormFields {
    /// A whole number of the query; nil when the field is not there.
    ///
    /// Python's SDK types these as floats and sends 60 as `60.0` when it is handed one.
    func wholeNumber(_ name: String, else failure: (String) -> APIFailure) throws(APIFailure) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text.hasSuffix(".0") ? String(text.dropLast(2)) : text) else { throw failure(text) }
        return number
    }

    /// One of the values that a field may have; nil when the field is not there.
    func choice<Value: RawRepresentable & CaseIterable>(_ name: String, as type: Value.Type) throws(APIFailure)
        -> Value?
    where Value.RawValue == String {
        guard let text = self[name] else { return nil }
        guard let value = Value(rawValue: text) else {
            let values = Value.allCases.map(\.rawValue).joined(separator: " or ")
            throw .invalid("invalid \(name) of \(text): it must be \(values)")
        }
        return value
    }
}
