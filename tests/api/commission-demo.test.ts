import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { type DemoOffice, openDemoOffice } from '#tests/support/demo-office.ts'

// Whoever looks at the demonstration finds each way a partner can be told and paid.
let office: DemoOffice
let manager: Client

beforeAll(async () => {
  office = await openDemoOffice()
  manager = await office.as('manager')
})
afterAll(() => office.close())

type SeenRow = Record<string, string | number | null>

async function rowsOf(path: string, filter: Record<string, string> = {}): Promise<SeenRow[]> {
  const { body } = await manager.get(path, { ...filter, limit: 500 })
  expect(body.info.total).toBe(body.data.length)
  return body.data
}

test('partners with an agreement, without one, unregistered and with tax withheld are told', async () => {
  const sent = await rowsOf('/commissionstatements', {
    'statement_status.in': 'sent,paid,cleared',
  })
  const modes = new Set(sent.map(({ gst_mode }) => gst_mode))
  expect([...modes].sort()).toEqual(['buyer_created', 'not_registered', 'their_invoice'])
  expect(sent.filter(({ withheld }) => Number(withheld) > 0)).not.toEqual([])
  const paid = sent.filter(({ statement_status }) => statement_status !== 'sent')
  expect(paid.every(({ payment_date }) => payment_date !== null)).toBe(true)
  expect(paid).not.toEqual([])
  for (const { id } of sent) {
    const { body } = await manager.post('/commissionstatement/verify', { id })
    expect(body.data).toEqual({ wrong: [] })
  }
})

test('one is carried, and brings a debt along', async () => {
  const carried = await rowsOf('/commissionstatements', { 'carried.lt': '0' })
  expect(carried).toMatchObject([{ statement_status: 'sent', to_pay: '0.00' }])
})

test('a contract is split, and one that ended early took a part of its sign-up back', async () => {
  const shares = await rowsOf('/contractpartners', { 'share_percent.lt': '100' })
  const sums = Map.groupBy(shares, ({ contract_id }) => contract_id)
  expect(sums.size).toBeGreaterThan(0)
  for (const parts of sums.values())
    expect(parts.reduce((sum, { share_percent }) => sum + Number(share_percent), 0)).toBe(100)
  const back = await rowsOf('/commissions', { kind: 'clawback', commission_status: 'accrued' })
  expect(back.filter(({ amount, contract_id }) => Number(amount) < 0 && contract_id)).not.toEqual(
    [],
  )
})
