extension FilledForm {
    /// What every such form begins with: what is wrong, the message's fields, and the preview beside them.
    ///
    /// Without scripts, a button sends the form to `redrawing`, which shows it once more.
    func writing(_ preview: HTML, redrawing: String, formToken: String?) -> TemplateValue {
        let scope: TemplateScope = [
            "formToken": formToken.map(TemplateValue.text),
            "formNonce": .text(form[.formNonce] ?? ""),
            "faults": .list(faults.map(Self.line)),
            "hasFaults": .flag(!faults.isEmpty),
            "messageFields": fields(Self.messageFields),
            "moreFields": fields(Self.moreFields),
            "moreIsOpen": .flag(isUsed(Self.moreFields)),
            "preview": .html(preview),
            "redrawing": .text(redrawing),
        ]
        return .html(writingTemplate.render(scope))
    }

    /// When the message goes out, and how fast.
    var delivery: TemplateValue {
        let scope: TemplateScope = [
            "deliveryFields": fields(ComposeForm.deliveryFields),
            "deliveryIsOpen": .flag(isUsed(ComposeForm.deliveryFields)),
        ]
        return .html(deliveryTemplate.render(scope))
    }
}

private let writingTemplate = Template(PackageResources.writing_html)
private let deliveryTemplate = Template(PackageResources.delivery_html)
