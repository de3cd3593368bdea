import { expect, test } from 'vitest'
import { systemTexts } from '../../src/ledger/system-texts.ts'

test.each([
  ['DK', 'Faktura 11', 'Primosaldo fra 2024'],
  ['NO', 'Invoice 11', 'Opening balance from 2024'],
])('a company in %s has texts in its language', (country, invoice, opening) => {
  const texts = systemTexts(country)
  expect([texts.invoice(11), texts.openingBalance('2024')]).toEqual([invoice, opening])
})
