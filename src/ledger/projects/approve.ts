import type { Transaction } from '../../database/connection.ts'
import { type ErrorCode, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { ColumnLists, unnested } from '../column-lists.ts'
import { lockLedger } from '../lock.ts'
import { centsOf, centsToText } from '../money.ts'
import { type FindPeriod, lockPeriods, periodFault } from '../periods.ts'
import type { SystemTexts } from '../system-texts.ts'
import { bookTransfers, type Transfer } from './post-projects.ts'
import { lockRegistrations, type Registration, type RegistrationKind } from './registrations.ts'

/** The codes that refuse the approval of a registration, in the order of the checks. */
interface Codes {
  missing: ErrorCode
  approved: ErrorCode
  projectBarred: ErrorCode
  noYear: ErrorCode
  barred: ErrorCode
  closed: ErrorCode
}

const CODES: Readonly<Record<RegistrationKind, Codes>> = {
  time: {
    missing: 'TimeEntryCannotBeApprovedNotFound',
    approved: 'TimeEntryIsApproved',
    projectBarred: 'TimeEntryOnBarredProjectCannotBeApproved',
    noYear: 'TimeEntryIsNotInAccountingPeriod',
    barred: 'TimeEntryCannotBeCreatedUpdatedOrApprovedAccountingPeriodIsBarredOrClosed',
    closed: 'TimeEntryCannotBeCreatedUpdatedOrApprovedAccountingPeriodIsClosed',
  },
  mileage: {
    missing: 'MileageIsNotFound',
    approved: 'MileageIsAlreadyApproved',
    projectBarred: 'MileageOnBarredProjectCannotBeApproved',
    noYear: 'MileageIsNotInAccountingPeriod',
    barred: 'MileageAccountingPeriodIsBarredOrClosed',
    closed: 'MileageAccountingPeriodIsClosed',
  },
}

/** Every code of a registration that can refuse the approval of its kind. */
export const approvalCodes = (kind: RegistrationKind): ErrorCode[] => [
  ...(Object.values(CODES[kind]) as ErrorCode[]),
  'EntriesNotAllowedProjectIsClosed',
  'CannotBeApprovedEmployeeIsBarred',
  'CannotBeApprovedActivityIsBarred',
  'CannotBeApprovedActivityNotPartOfProject',
  'CannotBeApprovedForCompletedActivity',
]

/** The posting of an approved registration, for cost or for sales. */
interface ProjectPosting {
  registration: number
  part: 'cost' | 'sales'
  projectNumber: number
  ongoing: number
  contra: number
  closed: number
  /** Decimal text: on the ongoing account, debit positive. */
  amount: string
  entryNumber: number
}

const POSTING_TYPES = {
  registration: 'int',
  part: 'text',
  projectNumber: 'int',
  ongoing: 'int',
  contra: 'int',
  closed: 'int',
  amount: 'numeric',
  entryNumber: 'int',
} as const

/** On which days registrations are booked. */
interface BookingDays {
  /** On their own days; else as `bookedOn` says. */
  isOnRegistration?: boolean
  /** ISO day; the day of the agreement if left out. */
  today?: string
}

/**
 * Approves registrations, all or none (rule 14.4). Their prices stay from now on. Books cost and sales as one voucher
 * on the accounts of their groups; books nothing if no group includes them in finance. Needs a fixed number of
 * statements.
 * @throws ApiError with all faults, by the place of the number in the list.
 */
export async function approve(
  transaction: Transaction,
  kind: RegistrationKind,
  agreement: number,
  numbers: readonly number[],
  { isOnRegistration = false, today }: BookingDays = {},
): Promise<void> {
  const { baseCurrency, texts } = await lockLedger(transaction, agreement)
  const found = await lockRegistrations(transaction, kind, agreement, numbers)
  const [now] = await transaction.rows<{ day: string }>('SELECT today_of($1)::text AS day', [agreement])
  const dayOf = ({ date }: Registration): string => (isOnRegistration ? date : bookedOn(date, today ?? now!.day))
  const days = [...found.values()].flatMap((one) => [one.date, dayOf(one)])
  const periods = await lockPeriods(transaction, agreement, days)
  const faults = numbers.flatMap((number, at): Fault[] => {
    const registration = found.get(number)
    const code = codeOf(kind, registration, periods, dayOf)
    return code ? [{ code, property: `numbers[${at}]` }] : []
  })
  throwFaults(faults)
  const approved = numbers.map((number) => found.get(number)!)
  await book(transaction, { kind, agreement, baseCurrency, texts }, approved, dayOf)
  await transaction.rows(MARK[kind], [agreement, arrayOf(elements(numbers))])
}

/** The last day of the registration's month, or today if that day has not passed. */
export function bookedOn(date: string, today: string): string {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const day = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return day < today ? day : today
}

function codeOf(
  kind: RegistrationKind,
  registration: Registration | undefined,
  periods: FindPeriod,
  dayOf: (one: Registration) => string,
): ErrorCode | undefined {
  const codes = CODES[kind]
  if (!registration) return codes.missing
  if (registration.isApproved) return codes.approved
  if (registration.isProjectClosed) return 'EntriesNotAllowedProjectIsClosed'
  if (registration.isProjectBarred) return codes.projectBarred
  if (registration.isEmployeeBarred) return 'CannotBeApprovedEmployeeIsBarred'
  if (registration.isActivityBarred) return 'CannotBeApprovedActivityIsBarred'
  if (registration.isForeign) return 'CannotBeApprovedActivityNotPartOfProject'
  if (registration.isOver) return 'CannotBeApprovedForCompletedActivity'
  for (const day of [registration.date, dayOf(registration)]) {
    const period = periods(day)
    if (!period) return codes.noYear
    if (period.closed || period.yearClosed) return codes.closed
    if (periodFault(day, period)) return codes.barred
  }
  return undefined
}

interface Booking {
  kind: RegistrationKind
  agreement: number
  baseCurrency: string
  texts: SystemTexts
}

async function book(
  transaction: Transaction,
  { kind, agreement, baseCurrency, texts }: Booking,
  approved: readonly Registration[],
  dayOf: (one: Registration) => string,
): Promise<void> {
  const postings: ProjectPosting[] = []
  const transfers = approved.flatMap((one) =>
    (['cost', 'sales'] as const).flatMap((part): Transfer[] => {
      const accounts = one[part]
      const cents = centsOf(one[`${part}Price`] ?? '0')
      if (!accounts || cents === 0n) return []
      const amount = accounts.type === 0 ? cents : -cents
      const { ongoing, contra, closed } = accounts
      const { number: registration, projectNumber, employeeNumber, departmentNumber } = one
      postings.push({
        registration,
        part,
        projectNumber,
        ongoing,
        contra,
        closed,
        amount: centsToText(amount),
        entryNumber: 0,
      })
      const text = one.text ?? texts.registration(kind, registration)
      const facts = { text, projectNumber, employeeNumber, departmentNumber }
      return [{ date: dayOf(one), debit: ongoing, credit: contra, amount, ...facts }]
    }),
  )
  if (transfers.length === 0) return
  const { booking, firstEntry } = await bookTransfers(transaction, agreement, baseCurrency, transfers)
  const numbered = postings.map((posting, at) => ({ ...posting, entryNumber: firstEntry + 2 * at }))
  const lists = new ColumnLists<ProjectPosting>(POSTING_TYPES).add(numbered).arrays()
  await transaction.rows(RECORD, [agreement, booking, kind, ...lists])
}

const RECORD = `
  INSERT INTO project_posting (agreement, booking, kind, registration, part, project_number, account_ongoing,
    account_contra, account_closed, amount, entry_number)
  SELECT $1, $2, $3, ${unnested(POSTING_TYPES, 4).join(', ')}`

const markIn = (table: string, more: string): string =>
  `UPDATE ${table} SET is_approved = true, object_version = nextval('object_version')${more}
   WHERE agreement = $1 AND number = ANY ($2::int[])`
const MARK: Readonly<Record<RegistrationKind, string>> = {
  time: markIn('time_entry', ', last_updated = clock_timestamp()'),
  mileage: markIn('mileage', ''),
}
