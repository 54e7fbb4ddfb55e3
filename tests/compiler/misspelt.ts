import { z } from 'zod'
import { bill } from '#domain/bills/bill.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { type AnyCall, call, type DataOf, data, type InputOf } from '#domain/kit/call.ts'
import { entity } from '#domain/kit/entity.ts'
import { choice, text } from '#domain/kit/field.ts'
import { machine } from '#domain/kit/machine.ts'
import { cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { serve } from '#server/kit/http/serve.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { insertRow, updateRow } from '#server/kit/rows/write-row.ts'

// Nothing here runs. Every line marked must be refused by the compiler: where one is accepted, the
// mark itself is the error, and `npm run check` fails.

export async function rows(ctx: Context, conn: Conn) {
  const { row } = await lockRow(ctx, conn, invoice, 1)
  // @ts-expect-error: the column is called balance
  cents(row.ballance ?? '0.00')
  // @ts-expect-error: as above, on its way in
  await insertRow(ctx, conn, invoice, { ballance: '0.00' })
  // @ts-expect-error: a status that does not exist
  await updateRow(ctx, conn, bill, 1, { bill_status: 'payed' }, { action: 'update', changes: {} })
  const told = { action: 'update', changes: { ballance: [null, '1.00'] } } as const
  // @ts-expect-error: a change of a column that does not exist
  await updateRow(ctx, conn, invoice, 1, { notes: '' }, told)
  // @ts-expect-error: an action the machine does not have
  await transition(ctx, conn, invoice, 'aprove', { id: 1 }, async () => ({}))
  // @ts-expect-error: what an action changes is a column as well
  await transition(ctx, conn, invoice, 'approve', { id: 1 }, async () => ({ ballance: '0.00' }))
}

const OWED = sql<{ owed: string }, [invoice_id: number]>`select 'owed' as owed where $1 > 0`

export async function statements(conn: Conn) {
  const found = await OWED.one(conn, 1)
  // @ts-expect-error: the row was declared with `owed`
  cents(found?.owned ?? '0.00')
  // @ts-expect-error: an id is a number
  await OWED.one(conn, '1')
  // @ts-expect-error: and it must be given
  await OWED.all(conn)
}

const counting = {
  count: call({
    method: 'GET',
    path: '/count',
    summary: 'Counts',
    policy: { from: 'user' },
    input: z.object({ from: z.string() }),
    answers: data<{ count: number }>(),
  }),
}

// As the screens' own `send` is typed, which needs a browser.
declare function send<C extends AnyCall>(call: C, input: InputOf<C>): Promise<{ data: DataOf<C> }>

export async function calls() {
  // @ts-expect-error: a call without a handler
  serve(counting, {})
  // @ts-expect-error: a handler that answers something else
  serve(counting, { count: { run: async () => ({ data: { counted: 1 } }) } })
  // @ts-expect-error: a parameter the call does not have
  const { data: told } = await send(counting.count, { form: '2026-01-01' })
  // @ts-expect-error: what the call answers is `count`
  return told.counted
}

export const light = entity({
  name: 'light',
  plural: 'lights',
  title: 'colour',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: { colour: text(), status: choice('on', 'off') },
  list: ['colour'],
  form: {},
  search: [],
  order: 'colour',
  // @ts-expect-error: a machine that asks about a column its entity does not have
  machine: machine({
    field: 'status',
    states: ['on', 'off'],
    transitions: [
      {
        action: 'switch',
        from: ['on'],
        to: 'off',
        who: 'user',
        unless: ({ color }: { color: string | null }) => color,
      },
    ],
  }),
})
