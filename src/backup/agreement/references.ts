import { BackupError } from '../format.ts'
import type { Transactions } from './transactions.ts'
import { ITS_OWN } from './tables.ts'

/** Foreign keys of rows of agreements, and rules that stand for one (`held_reference`), each as pairs of columns. */
const REFERENCES = `
  SELECT c.conname AS name, quote_ident(r.relname) AS referring, quote_ident(t.relname) AS target, (
    SELECT json_agg(json_build_array(quote_ident(o.attname), quote_ident(n.attname)))
    FROM unnest(c.conkey, c.confkey) AS k(own, named)
    JOIN pg_attribute o ON o.attrelid = c.conrelid AND o.attnum = k.own JOIN pg_attribute n ON n.attrelid = c.confrelid
      AND n.attnum = k.named) AS pairs
  FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
  WHERE c.connamespace = current_schema()::regnamespace AND c.contype = 'f' AND c.conparentid = 0
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = r.oid AND a.attname = 'agreement' AND NOT a.attisdropped)
  UNION ALL
  SELECT h.referring || '_' || h.own_column || '_fk', quote_ident(h.referring), quote_ident(h.target),
    json_build_array(json_build_array('agreement', 'agreement'),
      json_build_array(quote_ident(h.own_column), quote_ident(h.target_column)))
  FROM held_reference h`

/**
 * Looks up, once for all rows, what the agreement's rows refer to: foreign keys were off while the rows came.
 * @throws BackupError naming the first reference that leads nowhere.
 */
export async function checkReferences({ whole, there }: Transactions): Promise<void> {
  const all = await whole.rows<{ name: string; referring: string; target: string; pairs: string }>(REFERENCES)
  const looks = all.map(({ name, referring, target, pairs }) => {
    const columns = JSON.parse(pairs) as [string, string][]
    const given = columns.map(([own]) => `x.${own} IS NOT NULL`).join(' AND ')
    const same = columns.map(([own, named]) => `y.${named} = x.${own}`).join(' AND ')
    return `SELECT $$${name}$$ AS name WHERE EXISTS (SELECT FROM ${referring} x WHERE x.agreement = ${ITS_OWN}
      AND ${given}
      AND NOT EXISTS (SELECT FROM ${target} y WHERE ${same}))`
  })
  for (const look of looks) {
    const [broken] = await there.rows<{ name: string }>(look)
    if (broken)
      throw new BackupError(`The agreement names what did not come with it (${broken.name}): nothing is imported.`)
  }
}
