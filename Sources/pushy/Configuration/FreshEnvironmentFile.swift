import Foundation
import PushyCore

/// The env file of a new installation: two keys, and everything else in comments that say what to fill in.
struct FreshEnvironmentFile: Sendable {
    let keys: AccessKeys
    let masterKey = MasterKey.randomText()
    /// Where the store is when the server is started in this folder.
    let dataDirectory = FileManager.default.currentDirectoryPath + "/pushy-data"

    var text: String {
        """
        # The settings of a Pushy server. Start it with: pushy serve --env-file THIS-FILE
        # One NAME=value a line, taken as it stands: no quotes are needed, and $ and # mean themselves.
        # Keep this file to yourself, and out of version control.

        # What the app sends as X-App-Key. It is in every copy of your app and opens nothing but registration.
        PUSHY_APP_KEY=\(keys.app)

        # Your password for /admin, and the bearer token of your own programs.
        PUSHY_ADMIN_KEY=\(keys.admin)

        # What the credentials of further apps are kept under in the store; a backup of the store is of no use without it.
        PUSHY_MASTER_KEY=\(masterKey)

        # --- APNs: without these four the server runs, and sending says what is missing. ---
        # At developer.apple.com, Certificates, Identifiers & Profiles, Keys: make a key with Apple Push Notifications
        # service (APNs) switched on, and download its .p8 file, which Apple lets you do once. Its ID is in the file's name.
        #PUSHY_APNS_KEY_FILE=/path/to/AuthKey_ABC123DEFG.p8
        #PUSHY_APNS_KEY_ID=ABC123DEFG
        # At developer.apple.com, Membership details.
        #PUSHY_APNS_TEAM_ID=DEF123GHIJ
        # Your app's bundle ID.
        #PUSHY_APNS_TOPIC=com.example.app
        # Then run: pushy check --env-file THIS-FILE

        # --- The server: these are the defaults. pushy serve --help explains them and all others. ---
        #PUSHY_LISTEN=127.0.0.1:8080
        # Once it is an absolute path, every command finds the store from any folder.
        #PUSHY_DATA=\(dataDirectory)
        # The free plan of Workers KV: 1,000 new or changed devices a day, the next ones on the next day. paid and unlimited take more.
        #PUSHY_KV_PLAN=free
        # Where to POST when the budget runs low, such as a chat's incoming webhook.
        #PUSHY_ALERT_URL=https://example.com/hook
        #PUSHY_RATE_LIMIT=60
        # Behind a reverse proxy: whose X-Forwarded-For counts.
        #PUSHY_TRUSTED_PROXIES=127.0.0.1

        """
    }

    /// Writes the file for its owner's eyes only, and only where none is.
    ///
    /// - Throws: a complaint when something is there already or the file cannot be written.
    func write(to path: String) throws(Complaint) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let failure = SystemError.last
            if failure.code == EEXIST {
                throw .failure("\(path) exists and is left as it is: use it, or name another file with --env-file")
            }
            throw .failure("\(path) cannot be made (\(failure.text)): name another place with --env-file")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            unlink(path)
            throw .failure("\(path) cannot be written: make room on its disk, or name another place with --env-file")
        }
    }
}
