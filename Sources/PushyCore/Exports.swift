// What the service speaks of (tokens, reasons, JSON, the store and its errors) comes along with it.
@_exported import APNs
@_exported import FCM
@_exported import WebPush
@_exported import WorkersKV
