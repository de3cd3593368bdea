import { expect, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { companyService } from '../service/harness.ts'

interface Draft {
  number: number
  amount: number
  vatAmount: number
  netAmount: number
  exchangeRate: number
  vatRate: number | null
  marginInBaseCurrency: number | null
  marginPercentage: number | null
}

test('a draft invoice says what it comes to without VAT, its rate of VAT, and the margin of its lines', async () => {
  const service = await companyService()
  try {
    const client = await service.client({ agreement: COMPANY })
    const drafts = (await client.get('/daybookapi/v1.0.0/draft-invoices')).json.items as Draft[]
    const [newest] = drafts
    expect(newest).toBeDefined()
    // One without a line that has a margin, too.
    const path = '/q2capi/v5.3.0/invoices/drafts'
    const whole = (await client.get(`${path}/${newest!.number}`)).json
    const { customerNumber, customerName, date, currencyCode, layoutNumber, termOfPaymentNumber, vatZoneNumber } = whole
    const head = { customerNumber, customerName, date, currencyCode, layoutNumber, termOfPaymentNumber, vatZoneNumber }
    const made = await client.post(path, head)
    expect([made.status, made.text]).toEqual([201, made.text])
    const all = (await client.get('/daybookapi/v1.0.0/draft-invoices')).json.items as Draft[]
    const margins: (number | null)[] = []
    for (const draft of all) {
      const lines = (await client.get(`${path}/${draft.number}/lines`)).json as {
        marginInBaseCurrency: number | null
      }[]
      const own = lines.flatMap(({ marginInBaseCurrency: margin }) =>
        margin === null ? [] : [Math.round(margin * 100)],
      )
      const margin = own.length === 0 ? null : own.reduce((sum, one) => sum + one, 0) / 100
      expect(draft.marginInBaseCurrency).toBe(margin)
      expect(draft.netAmount).toBe(Math.round(draft.amount * 100 - draft.vatAmount * 100) / 100)
      const net = Math.round(draft.netAmount * draft.exchangeRate) / 100
      const percentage = margin === null || net === 0 ? null : Math.round((1e4 * margin) / net) / 100
      expect(draft.marginPercentage).toBe(percentage)
      expect(draft.vatRate).toBe(margin === null ? null : draft.vatAmount === 0 ? 0 : 25)
      margins.push(margin)
    }
    expect(margins).toContain(null)
    expect(margins.some((margin) => margin !== null && margin !== 0)).toBe(true)
  } finally {
    await service.stop()
  }
})
