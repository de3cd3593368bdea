import { expect, test } from 'vitest'
import { systemTexts } from '../../src/ledger/system-texts.ts'

test.each([
  ['DK', 'Faktura 11', 'Primosaldo fra 2024', 'Kørsel 4', 'Tidsregistrering 5', 'Momsangivelse 2026-Q3'],
  ['NO', 'Invoice 11', 'Opening balance from 2024', 'Mileage 4', 'Time entry 5', 'VAT return 2026-Q3'],
])('a company in %s has texts in its language', (country, ...expected) => {
  const texts = systemTexts(country)
  const registrations = [texts.registration('mileage', 4), texts.registration('time', 5)]
  expect([texts.invoice(11), texts.openingBalance('2024'), ...registrations, texts.vatReturn('2026-Q3')]).toEqual(
    expected,
  )
})
