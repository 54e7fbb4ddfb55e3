import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GoCardlessDouble, goCardless } from '#tests/support/gocardless-double.ts'

let double: GoCardlessDouble
beforeAll(async () => {
  double = await goCardless('2026-05-05T10:00')
  await double.control('limits', { per_minute: 1_000_000 })
})
afterAll(() => double.close())

const simulators = [
  'payment_submitted',
  'payment_confirmed',
  'payment_paid_out',
  'payment_failed',
  'payment_late_failure',
  'payment_late_failure_settled',
  'payment_charged_back',
  'payment_chargeback_settled',
  'payment_chargeback_cancelled',
] as const

const often = ['pay', 'day', 'refund'] as const

interface Step {
  act: (typeof simulators)[number] | 'pay' | 'day' | 'refund' | 'return' | 'bounce' | 'retry'
  which: number
  amount: number
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    act: fc.constantFrom(...simulators, ...often, ...often, 'return', 'bounce', 'retry'),
    which: fc.nat(5),
    amount: fc.integer({ min: 100, max: 90_000 }),
  }),
  { minLength: 8, maxLength: 20 },
)

async function take({ act, which, amount }: Step, mandate: string): Promise<void> {
  const pick = async (kind: string, query: string) => {
    const records = await double.list(kind, query)
    return records[which % records.length]?.id
  }
  const payment = (await pick('payments', `mandate=${mandate}`)) ?? ''
  if (act === 'pay') await double.payment(mandate, amount)
  else if (act === 'day') await double.control('clock', { working_days: which * 2 + 1 })
  else if (act === 'retry') await double.call('POST', `/payments/${payment}/actions/retry`)
  else if (act === 'bounce')
    await double.simulate('payout_bounced', (await pick('payouts', '')) ?? '')
  else if (act === 'return') {
    const name = amount % 2 === 0 ? 'refund_bounced' : 'refund_returned'
    await double.simulate(name, (await pick('refunds', '')) ?? '')
  } else if (act === 'refund') {
    if (payment === '') return
    const { amount_refunded } = await double.get('payments', payment)
    const total_amount_confirmation = Number(amount_refunded) + 100
    const links = { payment }
    const refunds = { amount: 100, total_amount_confirmation, links }
    await double.call('POST', '/refunds', { refunds })
  } else await double.simulate(act, payment)
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)

test('whatever happens, what was collected is at the provider or was paid out, to the cent', async () => {
  let mandate = ''
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      mandate = (await double.mandate()).id
      await double.payment(mandate, 5000)
      for (const step of given) await take(step, mandate)
      const payments = await double.list('payments', 'limit=500')
      const refunds = await double.list('refunds', 'limit=500')
      const payouts = await double.list('payouts', 'limit=500&status=paid')
      const isCollected = (status: string) => ['confirmed', 'paid_out'].includes(status)
      const isReturned = (status: string) => ['bounced', 'funds_returned'].includes(status)
      const collected = payments.filter((one) => isCollected(one.status))
      const refunded = refunds.filter((one) => !isReturned(one.status))
      const gross = payouts.map((one) => one.amount + Number(one.deducted_fees))
      const { balance } = await double.balance()
      expect(balance + sum(gross)).toBe(
        sum(collected.map((one) => one.amount)) - sum(refunded.map((one) => one.amount)),
      )
    }),
    { numRuns: 25 },
  )
  const payouts = await double.list('payouts', 'limit=500')
  expect(payouts.length).toBeGreaterThan(10)
  for (const { id, amount } of payouts) {
    const answer = await double.call('GET', `/payout_items?payout=${id}&limit=500`)
    const { payout_items: items = [] } = answer.body
    if (answer.status === 410) continue
    const tenths = items.flatMap((one: { amount: string; taxes: { amount: string }[] }) => [
      Math.round(Number(one.amount) * 10),
      ...one.taxes.map((tax) => Math.round(Number(tax.amount) * 10)),
    ])
    expect(Math.abs(sum(tenths) / 10 - amount)).toBeLessThanOrEqual(0.5)
  }
})
