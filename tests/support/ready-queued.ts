import { expect } from 'vitest'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { newCustomer, runJob, sentInvoice } from './billing.ts'
import type { Client } from './client.ts'
import { manyContracts } from './many-contracts.ts'
import { type Importing, importing, meterCsv } from './reading-import.ts'
import { runQueue } from './run-queue.ts'
import { everyWarning } from './supplied.ts'
import type { World } from './world.ts'

type Body = Record<string, unknown>

const METERS = 40

/** Calls that need the work of the queue before them. */
export function queuedCalls(world: World): Record<string, (client: Client) => Promise<Body>> {
  let place = 0
  let imports: Promise<Importing> | undefined

  async function pool(client: Client) {
    imports ??= importing(world, client, METERS)
    const on = await imports
    place += 1
    const id = await on.bring(meterCsv(place, '1/3/2026 100', '1/4/2026 300'))
    return { on, id, rows: await on.rowsOf(id) }
  }

  async function run(client: Client, upTo: 'drafts' | 'approved' | 'cancelled'): Promise<number> {
    place += 1
    const contract_ids = await manyContracts(world.owner, world.organisations[0], 1, place)
    const made = await client.put('/billingrun', { contract_ids, billed_to_date: '2026-10-31' })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data
    if (upTo === 'cancelled') {
      expect((await client.post('/billingrun/cancel', { id })).status).toBeLessThan(300)
      return id
    }
    await runQueue(world)
    if (upTo === 'drafts') return id
    const approval = await client.post('/billingrun/approve', { id, acknowledge: everyWarning })
    expect(approval.status, approval.text).toBe(202)
    await runQueue(world)
    return id
  }

  return {
    // One at a time, and none of this world is ever run.
    'POST /upkeepreport/drill': async () => {
      await world.owner.query('delete from upkeep_reports')
      return {}
    },
    'POST /fieldchange/undo': async (client) => {
      const { id: customer_id } = await newCustomer(client)
      const wish = { object_class: 'customer', field: 'phone', value: '+6421555123' }
      const made = await client.put('/fieldchange', { ...wish, ids: [customer_id] })
      expect(made.status, made.text).toBe(201)
      await runQueue(world, {}, 'change-rows')
      return { id: made.body.data.id }
    },
    'POST /billingrun/approve': async (client) => ({
      id: await run(client, 'drafts'),
      acknowledge: everyWarning,
    }),
    'POST /billingrun/send': async (client) => ({ id: await run(client, 'approved') }),
    'POST /billingrun/resume': async (client) => ({ id: await run(client, 'cancelled') }),
    'POST /readingimport/accept': async (client) => ({ id: (await pool(client)).id }),
    'DELETE /importcolumns': async (client) => {
      const { on } = await pool(client)
      place += 1
      const mapping = { meter_number: 0, reading_date: 1, reading_latest: 2 }
      await on.bring(`Meter;Jour${place};Valeur\nnone;1/3/2026;100`, { mapping })
      return { kind: 'readingimport', heading: `meter|jour${place}|valeur` }
    },
    'POST /readingimport/undo': async (client) => {
      const { on, id } = await pool(client)
      await on.accept(id)
      return { id }
    },
    'POST /stagedreading': async (client) => {
      const { rows } = await pool(client)
      return { id: rows[1]?.id, version: rows[1]?.version, reading_latest: '310' }
    },
    'POST /stagedreadings/accept': async (client) => ({
      ids: (await pool(client)).rows.map((row) => row.id),
    }),
    'POST /stagedreadings/reject': async (client) => ({
      ids: (await pool(client)).rows.map((row) => row.id),
    }),
    'POST /invoice/waivefee': async (client) => {
      const { id: customer_id } = await newCustomer(client, { charge_late_fee: true })
      const dates = { due_date: '2026-10-01', discounted_date: '2026-10-01' }
      const { id } = await sentInvoice(client, customer_id, dates)
      await runJob(world, settleDiscounts)
      await runJob(world, chargeLateFeesJob)
      return { id, reason: 'A bank holiday got in the way' }
    },
  }
}
