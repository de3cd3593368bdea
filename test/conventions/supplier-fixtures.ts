import type { Fixtures } from './fixture.ts'

export const supplierFixtures: Fixtures = {
  'suppliers/Contacts': {
    fill: `INSERT INTO supplier_contact (agreement, number, supplier_number, user_interface_number, name, email, phone, active, is_deleted)
      SELECT $1::int, n, 900501 + n % 2, n, 'Kontakt ' || n % 7 || ' ' || n, CASE WHEN n % 3 > 0 THEN 'k' || n % 5 || '@orsted.example' END,
        '+45 ' || n, n % 4 > 0, n % 9 = 0 FROM generate_series($2::int, $3::int) n`,
    counters: ['supplier_contact', 'supplier_contact of 900501', 'supplier_contact of 900502'],
    body: (n) => ({
      supplierNumber: 900501,
      name: `Åse ${n}`,
      email: 'aase@orsted.example',
      phone: '+45 1',
      notes: 'a "b" \\ ☃\n',
    }),
    change: (n) => ({ name: `Øjvind ${n}`, notes: 'changed' }),
    refersTo: ['supplierNumber'],
  },
  'suppliers/Groups': {
    fill: `INSERT INTO supplier_group (agreement, number, name, account_number)
      SELECT $1::int, n, CASE n % 3 WHEN 0 THEN 'Århus ' WHEN 1 THEN 'ærø ' ELSE 'Zealand ' END || n % 5, CASE n % 2 WHEN 0 THEN 900680 ELSE 900100 END
      FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({ number: 500_000 + n, name: `Gruppe ${n}`, accountNumber: 900680 }),
    change: (n) => ({ name: `Gruppe ${n}`, accountNumber: 900100 }),
    refersTo: ['accountNumber'],
  },
}
