/** The texts of entries that nobody wrote. */
export interface SystemTexts {
  invoice: (number: number) => string
  openingBalance: (year: string) => string
  exchangeDifference: string
  transfer: string
  currencyOfOpening: string
  revaluation: string
  revaluationBack: string
  projectClosed: (number: number) => string
}

const danish: SystemTexts = {
  invoice: (number) => `Faktura ${number}`,
  openingBalance: (year) => `Primosaldo fra ${year}`,
  exchangeDifference: 'Kursdifference',
  transfer: 'Overførsel mellem konti',
  currencyOfOpening: 'Valuta på primosaldo',
  revaluation: 'Kursregulering',
  revaluationBack: 'Kursregulering, tilbageført',
  projectClosed: (number) => `Sag ${number} afsluttet`,
}

const english: SystemTexts = {
  invoice: (number) => `Invoice ${number}`,
  openingBalance: (year) => `Opening balance from ${year}`,
  exchangeDifference: 'Exchange difference',
  transfer: 'Transfer between accounts',
  currencyOfOpening: 'Currency of the opening balance',
  revaluation: 'Revaluation',
  revaluationBack: 'Revaluation, taken back',
  projectClosed: (number) => `Project ${number} closed`,
}

/** The texts in the language of a company in the country: Danish in Denmark, else English. */
export const systemTexts = (country: string): SystemTexts => (country === 'DK' ? danish : english)
