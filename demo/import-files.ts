import { billimport } from '#domain/bills/billimport.ts'
import { billimportCalls } from '#domain/bills/billimport-calls.ts'
import { rateimportCalls } from '#domain/contracts/rateimport-calls.ts'
import type { Upload } from '#domain/kit/upload.ts'
import { readingimportCalls } from '#domain/meters/readingimport-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rememberColumns } from '#server/kit/import/remembered-columns.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { readingImporter } from '#server/meters/import/reading-kind.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { jobOn, playCall, playedRow } from './play-call.ts'
import { withFile } from './sent-file.ts'
import type { On } from './store-billing.ts'

interface ImportSteps {
  /** What the file is called, without its ending. */
  name: string
  /** One text for each file: two with the same bytes would be refused. */
  text(place: number): string
  unknown?: string
  /** Files of this kind were taken before. */
  hasTaken?: boolean
  send(ctx: Context, name: string, content: Upload): Promise<number>
  accept(ctx: Context, id: number): Promise<unknown>
  undo(ctx: Context, id: number, reason: string): Promise<unknown>
  remove(ctx: Context, id: number): Promise<unknown>
}

/** A file that waits, one that was taken, one taken back, one thrown away and one not understood. */
async function playImports(on: On, steps: ImportSteps): Promise<void> {
  const bring = (ctx: Context, name: string, text: string) =>
    withFile(ctx, text, (content) => steps.send(ctx, `${steps.name} ${name}.csv`, content))
  if (!steps.hasTaken)
    await steps.accept(on('2026-11-05'), await bring(on('2026-11-05'), 'A', steps.text(0)))
  const wrong = await bring(on('2026-11-10'), 'B', steps.text(1))
  await steps.accept(on('2026-11-10'), wrong)
  await steps.undo(on('2026-11-11'), wrong, 'It was the file of another broker')
  const twice = await bring(on('2026-11-11'), 'B (2)', steps.text(2))
  await steps.remove(on('2026-11-11'), twice)
  if (steps.unknown) await bring(on('2026-11-12'), 'unknown columns', steps.unknown)
  await bring(on(DEMO_TODAY), 'C', steps.text(3))
}

/** Files of new rates, of bills and of readings in every state in which one can rest. */
export async function storeImportFiles(on: On, conn: Conn): Promise<void> {
  const priced = await PRICED.all(conn)
  await playImports(on, rateSteps(conn, priced))
  await playImports(on, billSteps(conn, priced))
  await playImports(on, readingSteps(conn, await READ.all(conn)))
  await unreadable(on, conn)
  await rememberColumns(conn, on(DEMO_TODAY).actor.organisation_id, saidOfBills)
}

// One supplier's headings say nothing to us; somebody has told which column is which.
const saidOfBills = {
  kind: billimport.name,
  heading: 'ref|cust no|text|units|price|sum',
  mapping: {
    supplier_statement_number: 0,
    account_number_with_supplier: 1,
    line_name: 2,
    quantity: 3,
    rate: 4,
    amount: 5,
  },
}

interface PricedContract {
  contract_number: string
  rate_name: string
  rate_amount: string
  account: string
}

// Agreed and not locked, with a rate that goes on; none of those that the office bills itself.
const PRICED = sql<PricedContract, []>`
  select k.contract_number, r.rate_name, r.rate_amount::text,
    k.account_number_with_supplier as account
  from contracts k join lateral (select rate_name, rate_amount from rates
    where contract_id = k.id order by valid_from_date desc, id limit 1) r on true
  where k.contract_status = 'active' and not k.is_locked and k.deleted_at is null
    and k.account_number_with_supplier is not null
    and k.billed_to_date = k.billed_elsewhere_date
    and not exists (select from rateupdates u where u.contract_id = k.id
      and u.valid_from_date > '2026-12-01')
  order by k.id desc limit 4`

function rateSteps(conn: Conn, priced: readonly PricedContract[]): ImportSteps {
  return {
    name: 'Rates',
    text: (place) => {
      const one = priced[place % priced.length]
      const dearer = (Number(one?.rate_amount) * 1.03).toFixed(4)
      return `contract,rate,amount\n${one?.contract_number},${one?.rate_name},${dearer}\n`
    },
    unknown: 'Ref,Item,Value\n4711,Night,0.19\n',
    send: (ctx, file_name, content) =>
      playedRow(ctx, conn, rateimportCalls.create, {
        ...{ file_name, content, side: 'sell', valid_from_date: '2027-01-01' },
      }),
    accept: (ctx, id) => playCall(ctx, conn, rateimportCalls.accept, { id }),
    undo: (ctx, id, reason) => playCall(ctx, conn, rateimportCalls.undo, { id, reason }),
    remove: (ctx, id) => playCall(ctx, conn, rateimportCalls.remove, { id }),
  }
}

function billSteps(conn: Conn, priced: readonly PricedContract[]): ImportSteps {
  const heading = 'statement,account,issued,due date,period from,period to,charge,qty,unit,rate'
  return {
    name: 'Bills',
    text: (place) => {
      const { account } = priced[place % priced.length] ?? {}
      const dates = '2026-11-02,2026-11-20,2026-10-01,2026-10-31'
      return `${heading}\nIMP-${2611 + place},${account},${dates},Daily charge,31,day,1.45\n`
    },
    unknown: 'Ref,Value\n4711,19.50\n',
    send: (ctx, file_name, content) =>
      playedRow(ctx, conn, billimportCalls.create, { file_name, content }),
    accept: (ctx, id) => playCall(ctx, conn, billimportCalls.accept, { id }),
    undo: (ctx, id, reason) => playCall(ctx, conn, billimportCalls.undo, { id, reason }),
    remove: (ctx, id) => playCall(ctx, conn, billimportCalls.remove, { id }),
  }
}

interface ReadRegister {
  meter_number: string
  register_code: string
  next: string
}

const READ = sql<ReadRegister, []>`
  select m.meter_number, g.register_code, (r.reading_latest + 9)::text as next
  from meters m join meterregisters g on g.meter_id = m.id
  join lateral (select reading_date, reading_latest from meterreadings
    where meterregister_id = g.id order by reading_date desc limit 1) r
    on r.reading_latest is not null and r.reading_date < '2026-11-09'
  where m.deleted_at is null and m.date_removed is null and g.flow = 'X'
  order by m.id desc limit 4`

function readingSteps(conn: Conn, read: readonly ReadRegister[]): ImportSteps {
  const jobs = readingImporter.work
  const which = (ctx: Context, import_id: number) => ({
    ...{ organisation_id: ctx.actor.organisation_id ?? 0, import_id },
  })
  return {
    name: 'Readings',
    hasTaken: true,
    text: (place) => {
      const { meter_number, register_code, next } = read[place % read.length] ?? {}
      const heading = 'meter_number,register_code,reading_date,reading_latest'
      return `${heading}\n${meter_number},${register_code},2026-11-10,${next}\n`
    },
    send: async (ctx, file_name, content) => {
      const id = await playedRow(ctx, conn, readingimportCalls.create, { file_name, content })
      await jobs.check.run(jobOn(ctx, conn), which(ctx, id))
      return id
    },
    accept: async (ctx, id) => {
      await playCall(ctx, conn, readingimportCalls.accept, { id, include: 'warning' })
      await jobs.accept.run(jobOn(ctx, conn), { ...which(ctx, id), by: personOf(ctx) })
    },
    undo: async (ctx, id, reason) => {
      await playCall(ctx, conn, readingimportCalls.undo, { id, reason })
      await jobs.undo.run(jobOn(ctx, conn), { ...which(ctx, id), reason, by: personOf(ctx) })
    },
    remove: (ctx, id) => playCall(ctx, conn, readingimportCalls.remove, { id }),
  }
}

/** Somebody saved the headings and forgot the rows. */
async function unreadable(on: On, conn: Conn): Promise<void> {
  const ctx = on('2026-11-12')
  const { send } = readingSteps(conn, [])
  await withFile(ctx, 'meter_number,register_code,reading_date,reading_latest\n', (content) =>
    send(ctx, 'Readings, headings only.csv', content),
  )
}
