import { dayOf, lastDayOf, workday } from './calendar.ts'
import type { Month } from './calendar.ts'
import { JOURNAL } from './groundwork.ts'
import { seededRandom } from './random.ts'
import type { Random } from './random.ts'
import { money, post } from './voucher.ts'
import type { Line, Voucher } from './voucher.ts'

/** Account and balance in whole kroner on the first day. Retained earnings make up the rest. */
const openingBalances: readonly (readonly [account: number, balance: number])[] = [
  [5110, 180_000],
  [5120, -60_000],
  [5130, 240_000],
  [5140, -48_000],
  [5210, 64_500],
  [5510, 410_000],
  [5820, 685_000],
  [6110, -40_000],
  [6410, -300_000],
  [6980, -85_000],
]
const RETAINED_EARNINGS = 6130
const EMPLOYEES = 4
const PENSION_PER_EMPLOYEE = 2_400_00n
const EURO_DEPOSIT = 24_000_00n
const INSTALMENT = 15_000_00n
const ATP_EMPLOYEE = 99_00n
const ATP_EMPLOYER = 198_00n

/** The balances the books begin with. */
function opening(first: Month): Voucher {
  const text = 'Primopost'
  const lines = openingBalances.map(([account, kroner]) => post(account, BigInt(kroner) * 100n, text))
  const rest = lines.reduce((sum, line) => sum + line.amount, 0n)
  return { journal: JOURNAL.finance, date: dayOf(first, 1), lines: [...lines, post(RETAINED_EARNINGS, -rest, text)] }
}

/** Salaries of the month, with taxes and pensions, which are paid in the month after. */
function payroll(random: Random, month: Month, next: Month): Voucher[] {
  const people = BigInt(EMPLOYEES)
  const salaries = BigInt(random.between(1_460, 1_590)) * 100_00n
  const ownPension = 1_200_00n * people
  const contribution = ((salaries - ownPension - ATP_EMPLOYEE * people) * 8n) / 10_000n
  const labourTax = contribution * 100n
  const incomeTax = (((salaries - ownPension - labourTax) * 29n) / 10_000n) * 100n
  const atp = (ATP_EMPLOYEE + ATP_EMPLOYER) * people
  const pension = ownPension + PENSION_PER_EMPLOYEE * people
  const paid = salaries - ownPension - ATP_EMPLOYEE * people - labourTax - incomeTax
  const name = `Løn ${month.year}-${String(month.month).padStart(2, '0')}`
  const lines = [
    post(2210, salaries, name),
    post(2220, PENSION_PER_EMPLOYEE * people, name),
    post(2225, ATP_EMPLOYER * people, name),
    post(6972, -incomeTax, name),
    post(6974, -labourTax, name),
    post(6976, -atp, name),
    post(6978, -pension, name),
    post(5820, -paid, name),
  ]
  const settled = [
    post(6972, incomeTax, `A-skat, ${name}`),
    post(6974, labourTax, `AM-bidrag, ${name}`),
    post(5820, -incomeTax - labourTax, `Skattestyrelsen, ${name}`),
  ]
  return [
    { journal: JOURNAL.payroll, date: workday(dayOf(month, 26)), lines },
    { journal: JOURNAL.finance, date: workday(dayOf(next, 10)), lines: settled },
    between(JOURNAL.finance, workday(dayOf(next, 7)), 6978, pension, `Pension, ${name}`),
    between(JOURNAL.finance, workday(dayOf(next, 8)), 6976, atp, `ATP, ${name}`),
  ]
}

/** One line that moves `amount` from the bank, or from `from`, to `account`. */
function between(journal: number, date: string, account: number, amount: bigint, text: string, from = 5820): Voucher {
  const line: Line = { ...post(account, amount, text), contraAccount: from }
  return { journal, date, lines: [line] }
}

function euroDeposit(date: string): Voucher {
  const line: Line = { ...post(5830, EURO_DEPOSIT, 'Overført til eurokonto'), currency: 'EUR', contraAccount: 5820 }
  return { journal: JOURNAL.daily, date, lines: [line] }
}

function monthEnd(random: Random, month: Month): Voucher[] {
  const date = lastDayOf(month)
  return [
    between(JOURNAL.finance, date, 4020, 3_000_00n, 'Afskrivning, inventar', 5120),
    between(JOURNAL.finance, date, 4030, 4_000_00n, 'Afskrivning, varebil', 5140),
    between(JOURNAL.daily, date, 3620, money(random, 85, 260), 'Bankgebyr'),
    ...(month.month % 3 === 0 ? [loanPayment(random, date)] : []),
  ]
}

function loanPayment(random: Random, date: string): Voucher {
  const interest = money(random, 2_900, 3_900)
  const lines = [
    post(6410, INSTALMENT, 'Afdrag på banklån'),
    post(4360, interest, 'Rente, banklån'),
    post(5820, -INSTALMENT - interest, 'Ydelse, banklån'),
  ]
  return { journal: JOURNAL.finance, date, lines }
}

/** Opening balances, salaries with their taxes, depreciation, bank fees and loan, month by month. */
export function finance(months: readonly Month[]): Voucher[] {
  const random = seededRandom(20_250_107)
  return [
    opening(months[0]!),
    euroDeposit(dayOf(months[0]!, 6)),
    ...months.slice(0, -1).flatMap((month, index) => {
      return [...payroll(random, month, months[index + 1]!), ...monthEnd(random, month)]
    }),
  ]
}
