import { expect } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { isWorkingDay } from '#domain/kit/working-day.ts'
import { violations } from '#server/books/invariants-check.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { Job, JobContext } from '#server/kit/jobs/job.ts'
import type { Client } from './client.ts'
import { testConfig } from './config.ts'
import { makeRow } from './fitting.ts'
import type { World } from './world.ts'

let customers = 0

/** Somebody who can be billed. */
export async function newCustomer(user: Client, given: Record<string, unknown> = {}) {
  customers += 1
  const email = `payer${customers}@example.co.nz`
  return makeRow(user, customer, { email, customer_status: 'active', ...given })
}

/** A sent invoice of one line: 10 % discount, 15 % GST, no fee; $103.50 in time, else $115.00. */
export async function sentInvoice(
  accounting: Client,
  customer_id: number,
  given: Record<string, unknown> = {},
) {
  const { id } = await draftInvoice(accounting, customer_id, given)
  const reply = await accounting.post('/invoice/approve', {
    id,
    send: true,
    posted: true,
    acknowledge: ['W01', 'W02'],
  })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data.invoiced_at, reply.text).not.toBeNull()
  return reply.body.data
}

/** The same before anybody has approved it. */
export async function draftInvoice(
  accounting: Client,
  customer_id: number,
  given: Record<string, unknown> = {},
) {
  const made = await accounting.put('/invoice', {
    customer_id,
    lines: [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }],
    discount_percent: '10',
    ...given,
  })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

/** Everything that must hold of a customer's account holds. */
export async function booksHold(world: World, customer_id: number): Promise<void> {
  const found = await violations(
    {
      query: async (text, values) => (await world.owner.query(text, values)).rows,
    },
    todayOf(world),
    [customer_id],
  )
  expect(found).toEqual([])
}

/** Runs a job of the night here and now, by the world's clock. */
export async function runJob(
  world: Pick<JobContext, 'database' | 'clock'>,
  job: Job,
  signal?: AbortSignal,
): Promise<void> {
  const context: JobContext = {
    database: world.database,
    config: testConfig(),
    clock: world.clock,
    signal: signal ?? new AbortController().signal,
    isLastAttempt: false,
  }
  await job.run(context, {})
}

const DAY_MS = 86_400_000

/** So many working days pass. */
export function passWorkingDays(world: World, count: number): void {
  let left = count
  while (left > 0 || !isWorkingDay(todayOf(world))) {
    world.clock.advance(DAY_MS)
    if (isWorkingDay(todayOf(world))) left -= 1
  }
}
