import { api } from '../api.ts'
import { bankPaths } from '../bank.ts'
import { type Account, type Listed, paths } from '../books.ts'
import { type CompanyRecord, textsOf } from '../masters.ts'
import { RecordForm } from '../parts/record-form.tsx'
import { useMaster } from '../reads.ts'
import { t } from '../words.ts'

/** The account of the ledger that a bank account most likely stands on. */
const likely = (accounts: readonly Account[]): Account | undefined =>
  accounts.find(({ name }) => /bank/i.test(name)) ?? accounts[0]

/** The first bank account of a company, by what its invoices say already. */
export function NewBankAccount() {
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data
  const company = useMaster<CompanyRecord>(paths.company).data
  if (!chart || !company) return null
  const accounts = chart.items.filter(({ type }) => type === 2)
  const of = likely(accounts)
  return (
    <section class="card pad bnew" aria-label={t('bankNew')}>
      <h2>{t('bankNew')}</h2>
      <p class="m3 s">{t('bankNewText')}</p>
      <RecordForm
        name="bank"
        isFirst
        fields={[
          { name: 'name', label: t('name') },
          {
            name: 'accountNumber',
            label: t('account'),
            of: accounts.map(({ number, name }) => [String(number), `${number} ${name}`]),
          },
          { name: 'registrationNumber', label: t('registrationNumber'), isOptional: true },
          { name: 'bankAccountNumber', label: t('bankAccount'), isOptional: true },
          { name: 'iban', label: 'IBAN', isOptional: true },
          { name: 'bic', label: 'BIC', isOptional: true },
        ]}
        values={{
          name: of?.name ?? '',
          accountNumber: String(of?.number ?? ''),
          registrationNumber: company.bankRegistrationNumber ?? '',
          bankAccountNumber: company.bankAccountNumber ?? '',
          iban: company.iban ?? '',
          bic: company.bic ?? '',
        }}
        send={(typed) => {
          const body = { ...textsOf(typed), accountNumber: Number(typed.accountNumber) }
          return api.write('POST', bankPaths.accounts, { body, key: crypto.randomUUID() })
        }}
        done={() => {}}
        word={t('make')}
      />
    </section>
  )
}
