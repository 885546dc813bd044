// Whoever runs the service hands it a store and a push service, and gets an address back.
@_exported import HTTPServer
@_exported import PushyCore
