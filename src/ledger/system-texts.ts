/** The texts of entries that nobody wrote. */
export interface SystemTexts {
  invoice: (number: number) => string
  registration: (kind: 'time' | 'mileage', number: number) => string
  vatReturn: (period: string) => string
  vatReturnUndone: (period: string) => string
  openingBalance: (year: string) => string
  exchangeDifference: string
  transfer: string
  currencyOfOpening: string
  revaluation: string
  revaluationBack: string
  depreciation: (asset: string) => string
  disposal: (asset: string) => string
  reminder: (level: number) => string
  reminderBack: (level: number) => string
  projectClosed: (number: number) => string
}

const danish: SystemTexts = {
  invoice: (number) => `Faktura ${number}`,
  registration: (kind, number) => `${kind === 'time' ? 'Tidsregistrering' : 'Kørsel'} ${number}`,
  vatReturn: (period) => `Momsangivelse ${period}`,
  vatReturnUndone: (period) => `Momsangivelse ${period} fortrudt`,
  openingBalance: (year) => `Primosaldo fra ${year}`,
  exchangeDifference: 'Kursdifference',
  transfer: 'Overførsel mellem konti',
  currencyOfOpening: 'Valuta på primosaldo',
  revaluation: 'Kursregulering',
  revaluationBack: 'Kursregulering, tilbageført',
  depreciation: (asset) => `Afskrivning, ${asset}`,
  disposal: (asset) => `Afhændelse, ${asset}`,
  reminder: (level) => `Rykker ${level}`,
  reminderBack: (level) => `Rykker ${level}, tilbageført`,
  projectClosed: (number) => `Sag ${number} afsluttet`,
}

const english: SystemTexts = {
  invoice: (number) => `Invoice ${number}`,
  registration: (kind, number) => `${kind === 'time' ? 'Time entry' : 'Mileage'} ${number}`,
  vatReturn: (period) => `VAT return ${period}`,
  vatReturnUndone: (period) => `VAT return ${period} undone`,
  openingBalance: (year) => `Opening balance from ${year}`,
  exchangeDifference: 'Exchange difference',
  transfer: 'Transfer between accounts',
  currencyOfOpening: 'Currency of the opening balance',
  revaluation: 'Revaluation',
  revaluationBack: 'Revaluation, taken back',
  depreciation: (asset) => `Depreciation, ${asset}`,
  disposal: (asset) => `Disposal, ${asset}`,
  reminder: (level) => `Reminder ${level}`,
  reminderBack: (level) => `Reminder ${level}, taken back`,
  projectClosed: (number) => `Project ${number} closed`,
}

/** The texts in the language of a company in the country: Danish in Denmark, else English. */
export const systemTexts = (country: string): SystemTexts => (country === 'DK' ? danish : english)
