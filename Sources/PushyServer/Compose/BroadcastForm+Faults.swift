import Foundation
import PushyCore

extension BroadcastForm {
    /// More than the form has fields; a form that is not ours may have thousands that are wrong.
    private static let shownFaults = 24

    /// Takes the place of the text that is missing, so that what is wrong besides comes out.
    private static let standIn = Entry(name: "body", value: "…")

    /// All that is wrong with the form; nothing where a draft can be made of it.
    ///
    /// A draft names its first fault; the next ones are found by leaving out the fields that were named. A fault that
    /// only the leaving out brings, such as that there is nothing to show, is none.
    func faults(at moment: Date) -> [DraftFault] {
        faults { form throws(DraftFault) in try form.draft(at: moment) }
    }

    /// The same for another kind of draft.
    func faults(making draft: (BroadcastForm) throws(DraftFault) -> Draft) -> [DraftFault] {
        var faults: [DraftFault] = []
        var rest = self
        while faults.count < Self.shownFaults, let fault = rest.firstFault(making: draft) {
            let isFilledIn = rest.values.contains { $0.name == fault.field }
            if isFilledIn || faults.isEmpty { faults.append(fault) }
            if isFilledIn {
                rest.values.removeAll { $0.name == fault.field }
            } else if fault.field == Self.standIn.name {
                rest.values.append(Self.standIn)
            } else {
                break
            }
        }
        return faults
    }

    private func firstFault(making draft: (BroadcastForm) throws(DraftFault) -> Draft) -> DraftFault? {
        do throws(DraftFault) {
            _ = try draft(self)
            return nil
        } catch {
            return error
        }
    }
}
