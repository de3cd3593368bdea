import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CONSOLE = 'src/console'

/** Where the console adds or subtracts amounts, and why that is no figure of the books that the API should say. */
const OWN_SUMS: Readonly<Record<string, string>> = {
  'money.ts': 'sums of what somebody types, such as =680+258',
  'bank.ts': 'what is left of a line while its parts are typed',
  'drafts.ts': 'what a voucher is off by while it is typed',
  'opening.ts': 'debit and credit of a row of a file that is typed or pasted, before it is sent',
  'unusual.ts': 'the heights of columns beside an explained figure, which show no number',
  'reports.ts': 'how much farther from its budget than that a month is: which one is marked',
  'screens/approve.tsx': 'what the lines of a draft are about, all of them shown: they are in no books yet',
  'screens/voucher.tsx': 'the proof that the entries of a voucher, all of them shown, come to nothing',
  'screens/journal-foot.tsx': 'what a bank account has after booking: its balance and what would be posted to it',
  'screens/journal-side.tsx': 'the proof that what a voucher would book, all of it shown, comes to nothing',
}

/** Adding or subtracting amounts: of a list, to another, or of two; not turning a sign. */
const ADDS = /\bsumOf\(|[-+]= ?(?:cents|sizeOf)\(|[\w)!] [-+] (?:cents|sizeOf)\(/
/** Which of two is larger, to put them in an order. */
const COMPARES = /Number\((?:cents|sizeOf)\(.*/g

test('the console adds up amounts only where it is said why; what else it shows, the API says', async () => {
  const files = (await readdir(CONSOLE, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const adding: string[] = []
  for (const file of files) {
    const text = (await readFile(join(CONSOLE, file), 'utf8')).replace(COMPARES, '')
    if (ADDS.test(text)) adding.push(file)
  }
  expect(files.length).toBeGreaterThan(100)
  expect(adding.sort()).toEqual(Object.keys(OWN_SUMS).sort())
})
