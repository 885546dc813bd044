// Payloads are made of JSON, and whoever makes one needs it.
@_exported import JSON
