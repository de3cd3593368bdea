import { createHash } from 'node:crypto'
import type { Executor } from '../../database/connection.ts'
import { contentOf } from '../../documents/serve.ts'
import { ApiError } from '../../errors/catalogue.ts'
import type { ServedFile } from '../../resource/operations.ts'
import { painOf, type PainProposal, type PainVersion } from './pain.ts'

const PROPOSAL = `
  SELECT f.cancelled_at IS NOT NULL
    OR NOT EXISTS (SELECT FROM payment p WHERE p.agreement = $1 AND p.proposal_number = $2 AND p.cancelled_at IS NULL)
      AS "isCancelled", json_build_object('messageId', f.message_id,
    'proposedAt', to_char(f.proposed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'paymentDate',
      f.payment_date, 'payerName', f.payer_name,
    'payerAccount', f.payer_account, 'payerBic', f.payer_bic, 'payerCurrency', f.payer_currency, 'payments',
    (SELECT coalesce(json_agg(json_build_object('endToEndId', p.end_to_end_id, 'currency', p.currency, 'amount',
      p.amount::text, 'paymentType', p.payment_type,
        'account', p.account, 'bic', p.bic, 'message', p.message, 'payeeName', p.payee_name, 'payeeStreet',
          p.payee_street,
        'payeePostalCode', p.payee_postal_code, 'payeeCity', p.payee_city, 'payeeCountry', p.payee_country)
          ORDER BY p.number), '[]'::json)
      FROM payment p WHERE p.agreement = $1 AND p.proposal_number = $2))::text AS told
  FROM payment_proposal f WHERE f.agreement = $1 AND f.number = $2`

/** The file of a proposal for the bank: the same bytes each time. @throws ApiError PaymentProposalIsCancelled */
export async function paymentFile(
  database: Executor,
  agreement: number,
  number: number,
  version: PainVersion,
): Promise<ServedFile | undefined> {
  const [found] = await database.rows<{ isCancelled: boolean; told: string }>(PROPOSAL, [agreement, number])
  if (!found) return undefined
  if (found.isCancelled) throw new ApiError({ code: 'PaymentProposalIsCancelled', property: 'number' })
  const proposal = JSON.parse(found.told) as PainProposal
  const bytes = Buffer.from(painOf(version, proposal))
  return {
    tag: createHash('sha256').update(bytes).digest('hex'),
    name: `${proposal.messageId}-${version}.xml`,
    held: bytes.length,
    content: () => Promise.resolve(contentOf(bytes)),
  }
}
