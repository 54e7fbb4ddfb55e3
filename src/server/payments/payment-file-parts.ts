import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'

const OWN_ACCOUNT = sql<{ account: string | null; name: string }, [organisation_id: number | null]>`
  select bank_account_number as account, coalesce(bank_account_name, trading_name, name) as name
  from organisations where id = $1`

/** All or none: a batch that leaves one out would be believed to hold it. */
export function unready(refused: { id: number; reason: string }[]): Problem {
  const told = refused.slice(0, 5).map(({ reason }) => reason)
  const reason = `${told.join('; ')}${refused.length > told.length ? '; and others' : ''}`
  return new Problem('notPossible', {
    fill: { action: 'pay', reason, instead: 'Take those out, or put them right first.' },
    info: { refused },
  })
}

/** The account that the money of a file leaves. */
export async function ownAccount(
  conn: Conn,
  ctx: Context,
): Promise<{ account: string; name: string }> {
  const row = await OWN_ACCOUNT.one(conn, ctx.actor.organisation_id)
  if (!row?.account)
    throw notPossible('pay', 'your organisation has no bank account', 'Ask an admin to add it.')
  return { account: row.account, name: row.name }
}
