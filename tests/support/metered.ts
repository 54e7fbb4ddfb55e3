import { expect } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { meter } from '#domain/meters/meter.ts'
import { newCustomer } from './billing.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'

let sequence = 9_700_000

export interface MeteredAccount {
  customer_id: number
  contract_id: number
  connection: string
  /** The reading at the end of April, as it was first typed. */
  reading_id: number
  meter_id: number
}

export const april = { period_start: '2026-04-01', period_end: '2026-04-30' }

/** Energy at 0.25 a kWh and 1.50 a day, 10 % discount, 5 % fee; 600 kWh in April. */
export async function meteredAccount(
  accounting: Client,
  given: Record<string, unknown> = {},
): Promise<MeteredAccount> {
  sequence += 1
  const connection = makeIcp(sequence, 'UN')
  const { id: customer_id } = await newCustomer(accounting, given)
  const deal = await makeRow(accounting, contract, {
    ...{ customer_id, connections: [connection], date_start: '2026-01-01' },
    ...{ discount_percent: '10', service_fee_percent: '5' },
  })
  const rate = { contract_id: deal.id, valid_from_date: '2026-01-01' }
  const energy = { rate_name: 'Energy', rate_type: 'variable', rate_unit: 'kWh' }
  const daily = { rate_name: 'Daily charge', rate_type: 'fixed', rate_unit: 'day' }
  await created(accounting, '/rate', { ...rate, ...energy, rate_amount: '0.25' })
  await created(accounting, '/rate', { ...rate, ...daily, rate_amount: '1.5' })
  await accounting.post('/contract/activate', { id: deal.id, reason: 'Agreed elsewhere' })
  const box = await makeRow(accounting, meter, { customer_id, icp_number: connection })
  await reading(accounting, box.id, '2026-03-31', '1000')
  const last = await reading(accounting, box.id, '2026-04-30', '1600')
  const ids = { customer_id, contract_id: deal.id, meter_id: box.id }
  return { ...ids, connection, reading_id: last.id }
}

export async function reading(
  client: Client,
  meter_id: number,
  reading_date: string,
  reading_latest: string,
  reading_latest_type = 'actual',
) {
  const values = { meter_id, reading_date, reading_latest, reading_latest_type }
  return created(client, '/meterreading', values)
}

/** The reading turns out to have been another one. */
export async function correctReading(client: Client, id: number, values: object): Promise<void> {
  const { version } = (await client.get('/meterreading', { id })).body.data
  const reply = await client.post('/meterreading', { id, version, ...values })
  expect(reply.status, reply.text).toBeLessThan(300)
}

async function created(client: Client, path: string, values: Record<string, unknown>) {
  const reply = await client.put(path, values)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}
