import { NAMESPACES } from '../namespaces.ts'
import { accountsXml } from './accounts.ts'
import type { Format } from './format.ts'
import { headerXml, taxTableXml } from './header.ts'
import { lineXml } from './lines.ts'
import { partyXml } from './parties.ts'

/** Norwegian SAF-T Financial, version 1.30: obligatory from 2025. */
export const norwegian130: Format = {
  namespace: NAMESPACES.NO,
  header: (company, days) => headerXml(company, days, '1.30'),
  accounts: accountsXml,
  party: partyXml,
  taxTable: (codes, { country }) => taxTableXml(codes, country),
  ofTransaction: () => undefined,
  line: lineXml,
}

/**
 * Version 1.40, obligatory from 2027. What it adds to version 1.30 is optional, and of what Daybook does not have:
 * longer rates than the ledger's, virtual currencies, owners of several accounts, and taxes in kroner beside books in
 * another currency.
 */
export const norwegian140: Format = {
  ...norwegian130,
  header: (company, days) => headerXml(company, days, '1.40'),
}
