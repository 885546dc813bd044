/// A day of the Gregorian calendar in UTC, and its count of days since 1970.
///
/// A calendar object would bring locale and time zone tables along for what is arithmetic: eras of 400 years, each of
/// 146,097 days, counted from 1 March so that the leap day comes last.
struct CivilDate: Hashable {
    let year: Int
    let month: Int
    let day: Int

    init(year: Int, month: Int, day: Int = 1) {
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSince1970 days: Int) {
        let sinceMarchOfYear0 = days + Self.daysFromMarchOfYear0To1970
        let era = sinceMarchOfYear0.flooredQuotient(Self.daysPerEra)
        let dayOfEra = sinceMarchOfYear0.flooredRemainder(Self.daysPerEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = yearFromMarch.flooredQuotient(400)
        let yearOfEra = yearFromMarch.flooredRemainder(400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromMarchOfYear0To1970
    }

    private static let daysPerEra = 146_097
    private static let daysFromMarchOfYear0To1970 = 719_468
}

extension Int {
    /// The quotient rounded down, for negative numbers too.
    func flooredQuotient(_ divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// What ``flooredQuotient(_:)`` leaves, never negative.
    func flooredRemainder(_ divisor: Int) -> Int {
        self - flooredQuotient(divisor) * divisor
    }
}
