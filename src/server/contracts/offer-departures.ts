import { contract } from '#domain/contracts/contract.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import type { DepartureOptions } from '#domain/messaging/departure/departure-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { obstacleOf } from '#server/messaging/departure/obstacle.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { timesTold } from '#server/messaging/departure/times-told.ts'
import { problemsFor, sendContract, unready } from './contract-document.ts'
import { factsOfContract } from './contract-facts.ts'

const CONTRACTS = sql<{ id: number }, [ids: readonly number[]]>`
  select id from contracts where id = any($1) order by id`

/** An offer as it is about to leave, and what is missing before it may. */
async function rowOf(
  ctx: Context,
  conn: Conn,
  id: number,
  { to }: DepartureOptions,
): Promise<LeavingRow> {
  const { row, version } = await rowNow(ctx, conn, contract, id)
  const facts = await factsOfContract(ctx, conn, row)
  const missing = problemsFor(facts, to?.[0])
  return {
    ...{ id, version, party_id: row.customer_id, party: facts.customer.name },
    name: row.contract_number ?? `Contract ${id}`,
    amount: null,
    recipients: to ?? (facts.email ? [facts.email] : []),
    warnings: [],
    obstacle:
      obstacleOf(ctx, contract, 'send', row) ??
      (missing.length > 0 ? unready(missing).message : null),
    left_out: null,
  }
}

const PAGE = sql<{ content: PrintedDocument }, [contract_id: number]>`
  select content from contract_documents where contract_id = $1
  order by document_version desc limit 1`

/** Offers of contracts: the document is frozen as it leaves. */
export const offerDepartures = {
  contract_offer: {
    rows: async (ctx, conn, ids, options) => {
      const found = await CONTRACTS.all(conn, ids)
      if (found.length < ids.length) throw notFound(contract)
      return Promise.all(found.map(({ id }) => rowOf(ctx, conn, id, options)))
    },
    leave: async (ctx, conn, { id, version }, { to, message, isTrial, isLook }) => {
      await sendContract(ctx, conn, id, { version, to: to?.[0], message, isTrial, isLook })
      return null
    },
    document: async (_, conn, id) => (await PAGE.one(conn, id))?.content ?? null,
    timesLeft: timesTold('contract', 'send'),
  },
} satisfies Record<string, DepartureOffice>
