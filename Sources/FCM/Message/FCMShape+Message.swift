/// The members that FCM knows. Source: FCM's discovery document, revision 20261023.
extension FCMShape {
    static let message = FCMShape.object([
        "data": .texts,
        "notification": .object(["title": .text, "body": .text, "image": .text]),
        "android": android,
        "apns": .object([
            "headers": .texts, "payload": .anyObject, "liveActivityToken": .text,
            "fcmOptions": .object(["analyticsLabel": .text, "image": .text]),
        ]),
        "webpush": .object([
            "headers": .texts, "data": .texts, "notification": .anyObject,
            "fcmOptions": .object(["analyticsLabel": .text, "link": .text]),
        ]),
        "fcmOptions": analytics,
    ])

    private static let analytics = FCMShape.object(["analyticsLabel": .text])

    private static let android = FCMShape.object([
        "collapseKey": .text, "priority": .word(["NORMAL", "HIGH"]), "ttl": .duration, "restrictedPackageName": .text,
        "data": .texts, "notification": androidNotification, "fcmOptions": analytics, "directBootOk": .flag,
        "bandwidthConstrainedOk": .flag, "restrictedSatelliteOk": .flag,
    ])

    private static let androidNotification = FCMShape.object([
        "title": .text, "body": .text, "icon": .text, "color": .text, "sound": .text, "tag": .text,
        "clickAction": .text, "bodyLocKey": .text, "bodyLocArgs": .list(.text), "titleLocKey": .text,
        "titleLocArgs": .list(.text), "channelId": .text, "ticker": .text, "sticky": .flag, "eventTime": .moment,
        "localOnly": .flag, "defaultSound": .flag, "defaultVibrateTimings": .flag, "defaultLightSettings": .flag,
        "vibrateTimings": .list(.duration), "notificationCount": .integer, "image": .text,
        "notificationPriority": .word([
            "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW", "PRIORITY_DEFAULT", "PRIORITY_HIGH", "PRIORITY_MAX",
        ]),
        "visibility": .word(["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"]),
        "proxy": .word(["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"]),
        "lightSettings": .object([
            "color": .object(["red": .number, "green": .number, "blue": .number, "alpha": .number]),
            "lightOnDuration": .duration, "lightOffDuration": .duration,
        ]),
    ])
}
