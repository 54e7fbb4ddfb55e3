import { closingOf } from '#domain/books/statement.ts'
import { customer } from '#domain/customers/customer.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import type { DepartureOptions } from '#domain/messaging/departure/departure-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { timesTold } from '#server/messaging/departure/times-told.ts'
import {
  factsOfStatement,
  mailStatement,
  pageOfStatement,
  readersOfStatement,
} from './mail-statement.ts'

const CUSTOMERS = sql<{ id: number; version: number }, [ids: readonly number[]]>`
  select id, version from customers where id = any($1) order by id`

/** Of which days it tells, and whom. */
const askedOf = (id: number, { from, until, to }: DepartureOptions) => ({
  id,
  from,
  to: until,
  email: to?.[0],
})

async function rowOf(
  ctx: Context,
  conn: Conn,
  { id, version }: { id: number; version: number },
  options: DepartureOptions,
): Promise<LeavingRow> {
  const { email, ...days } = askedOf(id, options)
  const facts = await factsOfStatement(ctx, conn, days)
  return {
    ...{ id, version, party_id: id, party: facts.customer.name },
    name: 'Statement of account',
    amount: closingOf(facts),
    recipients: readersOfStatement(facts, email).open,
    warnings: [],
    obstacle: null,
    left_out: null,
  }
}

/** Customers' statements of account, with the page as it is drawn when it leaves. */
export const accountDepartures = {
  customer_statement: {
    rows: async (ctx, conn, ids, options) => {
      const found = await CUSTOMERS.all(conn, ids)
      if (found.length < ids.length) throw notFound(customer)
      return Promise.all(found.map((one) => rowOf(ctx, conn, one, options)))
    },
    leave: async (ctx, conn, { id }, { isTrial, ...options }) => {
      await mailStatement(ctx, conn, { ...askedOf(id, options), isTrial })
      return null
    },
    document: async (ctx, conn, id, options) => {
      const { email: _, ...days } = askedOf(id, options)
      return pageOfStatement(conn, await factsOfStatement(ctx, conn, days))
    },
    timesLeft: timesTold('customer', 'statement_sent'),
  },
} satisfies Record<string, DepartureOffice>
