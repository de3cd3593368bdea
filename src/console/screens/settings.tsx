import { api } from '../api.ts'
import { useMaster, useRead } from '../reads.ts'
import { type Journal, type Listed, paths } from '../books.ts'
import { decimalShown } from '../money.ts'
import { Page } from '../frame/page.tsx'
import { type CompanyRecord, masterPaths, textsOf, typedOf } from '../masters.ts'
import { RecordForm } from '../parts/record-form.tsx'
import { stateOf } from '../parts/states.tsx'
import { hrefOf } from '../route.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { People } from './settings-people.tsx'
import { Sessions } from './settings-sessions.tsx'

const PARTS = {
  company: { word: 'company', Part: CompanyPart },
  numbers: { word: 'numbers', Part: Numbers },
  vat: { word: 'vatCodes', Part: VatCodes },
  people: { word: 'people', Part: People },
  sessions: { word: 'sessions', Part: Sessions },
} as const satisfies Record<string, { word: Word; Part: () => preact.ComponentChild }>

const isPart = (part: string): part is keyof typeof PARTS => part in PARTS

/** The settings of the company: what stands on its papers, its numbers, who works with it. */
export function SettingsScreen({ part = 'company' }: { part: string | undefined }) {
  const here = isPart(part) ? part : 'company'
  const { Part } = PARTS[here]
  return (
    <Page
      title={t('settings')}
      head={
        <span class="tabs">
          {Object.entries(PARTS).map(([name, { word }]) => (
            <a
              class={name === here ? 'tab on' : 'tab'}
              href={hrefOf(`/settings/${name}`)}
              key={name}
              aria-current={name === here ? 'page' : undefined}
            >
              {t(word)}
            </a>
          ))}
        </span>
      }
    >
      <div class="set">
        <Part />
      </div>
    </Page>
  )
}

/** A record with a version, once it is read. */
type Versioned = { objectVersion: string }

const read = async <T extends Versioned>(path: string) => {
  const record = await api.read<T>(path)
  return { values: typedOf(record), version: record.objectVersion }
}

function CompanyPart() {
  const company = useRead<CompanyRecord>(paths.company)
  if (!company.data) return stateOf(company, 8, 2)!
  const optional = (name: keyof CompanyRecord, label: string) => ({ name, label, isOptional: true })
  return (
    <section class="card pad" aria-label={t('company')}>
      <h2>{t('company')}</h2>
      <p class="m3 s">{t('companyText')}</p>
      <RecordForm
        name="company"
        resource="Company"
        fields={[
          { name: 'name', label: t('name') },
          { ...optional('corporateIdentificationNumber', 'CVR'), hint: t('cvrHint') },
          optional('address', t('address')),
          optional('postalCode', t('postalCode')),
          optional('city', t('city')),
          { name: 'country', label: t('country') },
          optional('vatNumber', t('vatNumber')),
          optional('email', t('email')),
          optional('phone', t('phone')),
          optional('bankRegistrationNumber', t('registrationNumber')),
          optional('bankAccountNumber', t('bankAccount')),
          optional('iban', 'IBAN'),
          optional('bic', 'BIC'),
        ]}
        values={typedOf(company.data)}
        version={company.data.objectVersion}
        send={(typed, version) =>
          api.write('PUT', paths.company, { body: { ...company.data, ...textsOf(typed), objectVersion: version } })
        }
        read={() => read<CompanyRecord>(paths.company)}
        done={() => {}}
      />
    </section>
  )
}

/** The numbers that invoices and vouchers get next. */
function Numbers() {
  const setup = useRead<Versioned & { nextInvoiceNumber: number }>(masterPaths.setup)
  const journals = useMaster<Listed<Journal>>(paths.journals, true).data?.items ?? []
  if (!setup.data) return stateOf(setup, 4, 2)!
  return (
    <>
      <section class="card pad" aria-label={t('invoices')}>
        <h2>{t('invoices')}</h2>
        <RecordForm
          name="numbers"
          resource="SalesSetup"
          fields={[{ name: 'nextInvoiceNumber', label: t('nextInvoice'), hint: t('nextInvoiceHint') }]}
          values={typedOf(setup.data)}
          version={setup.data.objectVersion}
          send={({ nextInvoiceNumber = '' }, version) => {
            const number = /^\d+$/.test(nextInvoiceNumber) ? Number(nextInvoiceNumber) : nextInvoiceNumber
            const body = { ...setup.data, nextInvoiceNumber: number, objectVersion: version }
            return api.write('PUT', masterPaths.setup, { body })
          }}
          read={() => read(masterPaths.setup)}
          done={() => {}}
        />
      </section>
      <section class="card" aria-label={t('journals')}>
        <table class="t">
          <thead>
            <tr>
              <th>{t('no')}</th>
              <th>{t('journal')}</th>
              <th class="n">{t('nextVoucher')}</th>
            </tr>
          </thead>
          <tbody>
            {journals.map(({ number, name, nextVoucherNumber }) => (
              <tr key={number}>
                <td class="id">{number}</td>
                <td class="w">
                  <a href={hrefOf(`/journals/${number}`)}>{name}</a>
                </td>
                <td class="n">{nextVoucherNumber}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

interface VatCode {
  code: string
  name: string
  rate: string | number
  accountNumber: number | null
  report: string | null
  box: string | null
}

function VatCodes() {
  const codes = useMaster<Listed<VatCode>>(masterPaths.vatCodes, true)
  if (!codes.data) return stateOf(codes, 8, 4)!
  return (
    <section class="card" aria-label={t('vatCodes')}>
      <table class="t names">
        <thead>
          <tr>
            <th>{t('vatCode')}</th>
            <th>{t('name')}</th>
            <th class="n">%</th>
            <th class="n">{t('account')}</th>
          </tr>
        </thead>
        <tbody>
          {codes.data.items.map(({ code, name, rate, accountNumber }) => (
            <tr key={code}>
              <td class="id">{code}</td>
              <td class="w">{name}</td>
              <td class="n">{decimalShown(rate, format.value)}</td>
              <td class="n">
                {accountNumber !== null && <a href={hrefOf(`/accounts/${accountNumber}`)}>{accountNumber}</a>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
