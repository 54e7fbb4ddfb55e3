import { expect } from 'vitest'
import { formatBankAccount, makeBankAccount } from '#domain/kit/bank-account.ts'
import { tendDebitsJob } from '#server/directdebit/fetch-events-job.ts'
import { runJob } from './billing.ts'
import type { Client } from './client.ts'
import {
  doubleToken,
  type GoCardlessDouble,
  goCardless,
  webhookSecret,
} from './gocardless-double.ts'
import { permit } from './guarding.ts'
import { runQueue } from './run-queue.ts'
import { makeWorld, password, type World } from './world.ts'

/** An organisation that collects by direct debit, with its provider and both clocks. */
export interface Debiting {
  world: World
  double: GoCardlessDouble
  user: Client
  accounting: Client
  manager: Client
  admin: Client
  /** Both clocks are set to an hour of a day in Auckland, and what follows from it is done. */
  at(day: string, hour?: number): Promise<void>
  /** What waits is done: calls to the provider, and what it tells. */
  work(): Promise<void>
  sync(): Promise<void>
  /** An authority that was given by phone, and that the provider knows. */
  authorise(customer_id: number): Promise<number>
  debitsOf(customer_id: number): Promise<Debit[]>
  close(): Promise<void>
}

export interface Debit {
  id: number
  invoice_id: number | null
  payment_status: string
  debit_state: string
  debit_cause: string | null
  charge_date: string
  payment_date: string
  amount_incl_gst: string
  allocated_amount: string
  unallocated_amount: string
  attempt: number
  retry_of_id: number | null
  grant_ppd: boolean
  notes: string | null
  payout_id: number | null
  mandate_id: number | null
}

const instant = (day: string, hour: number) =>
  Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: 'Pacific/Auckland',
    plainTime: Temporal.PlainTime.from({ hour }),
  })

export async function debiting(day: string, hour = 10): Promise<Debiting> {
  const start = instant(day, hour).toInstant().toString()
  const double = await goCardless(start)
  const world = await makeWorld({ gocardless: { url: double.url, perSecond: 500 } })
  world.clock.stopAt(new Date(start))
  const user = await world.as('user')
  const accounting = await world.as('accounting')
  const manager = await world.as('manager')
  const admin = await world.as('admin')
  for (const person of ['accounting', 'manager', 'admin'] as const)
    await permit(world, person, { view: true })
  const token = { token: doubleToken, webhook_secret: webhookSecret }
  const connected = await admin.post('/directdebit/connect', token)
  expect(connected.status, connected.text).toBe(200)

  await double.control('limits', { per_minute: 100_000 })

  // Calls are slowed down by settings: with those of its own each run goes as fast as it can.
  const run = () => {
    const config = { ...world.config, gocardless: { ...world.config.gocardless } }
    return runQueue(world, { config, clock: world.clock })
  }
  const LEFT = `select id from ddcalls where call_status in ('waiting', 'unknown')`
  const work = async () => {
    await run()
    // On a busy machine a connection may break: what is not known is asked for again, as in life.
    for (let tries = 0; tries < 3; tries += 1) {
      if ((await world.owner.query(LEFT)).rows.length === 0) return
      world.clock.advance(31_000)
      await runJob(world, tendDebitsJob)
      await run()
    }
  }
  const sync = async () => {
    for (let tries = 0; tries < 3; tries += 1) {
      const asked = await accounting.post('/directdebit/sync', {})
      expect(asked.status, asked.text).toBe(202)
      expect(asked.body.data.job_id).toMatch(/^[0-9a-f-]{36}$/)
      await work()
      const { rows } = await world.owner.query('select id from ddconnections where failures > 0')
      if (rows.length === 0) return
    }
  }
  return {
    world,
    double,
    user,
    accounting,
    manager,
    admin,
    work,
    sync,
    at: async (toDay, toHour = 10) => {
      const to = instant(toDay, toHour).toInstant().toString()
      world.clock.stopAt(new Date(to))
      await double.control('clock', { to })
      // Days have passed: nobody is still signed in.
      await user.signIn('user', password)
      await accounting.signIn('accounting', password)
      await manager.signIn('manager', password)
      await admin.signIn('admin', password)
      await sync()
    },
    authorise: async (customer_id) => {
      const reply = await accounting.put('/mandate', {
        customer_id,
        source: 'phone',
        bank_account_number: formatBankAccount(makeBankAccount('12', '3113')),
        account_holder: 'M Hapi',
        consent: {
          text_version: 'nz-2026-1',
          at: world.clock.now().toISOString(),
          script_read: true,
        },
      })
      expect(reply.status, reply.text).toBe(201)
      await work()
      return reply.body.data.id
    },
    debitsOf: async (customer_id) => {
      const reply = await accounting.get('/invoicepayments', {
        customer_id,
        'debit_state.null': 'false',
        order: 'id',
      })
      return reply.body.data ?? []
    },
    close: async () => {
      await world.close()
      await double.close()
    },
  }
}
