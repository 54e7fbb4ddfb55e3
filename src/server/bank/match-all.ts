import type { MatchLine } from '#domain/bank/bank-line.ts'
import type { Candidate } from '#domain/bank/candidate.ts'
import { matchLine } from '#domain/bank/match-line.ts'
import { Problem } from '#domain/kit/problem.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { hashAccounts } from './account-hash.ts'
import { loadIndex } from './facts/load-index.ts'
import { matchAs } from './match-as.ts'
import { openLines } from './open-lines.ts'

export interface MatchingSummary {
  matched: number
  suggested: number
  open: number
}

const SUGGEST = sql<never, [ids: readonly number[], words: readonly (string | null)[]]>`
  update banktransactions t set suggestion = x.words,
    transaction_status = case when x.words is null then 'new' else 'suggested' end
  from unnest($1::bigint[], $2::text[]) x (id, words)
  where t.id = x.id and t.transaction_status in ('new', 'suggested')
    and (t.suggestion is distinct from x.words
      or (t.transaction_status = 'new') <> (x.words is null))`

// Each round explains lines that another may have waited for; more are a mistake of ours.
const ROUNDS = 20

/**
 * Looks at all open lines, takes what may be taken unasked, and goes over the rest until nothing
 * changes. Each line is a transaction of its own: one that fails stays open, and holds up no other.
 */
export async function matchAll(
  ctx: Context,
  bankaccount_id: number | null,
): Promise<MatchingSummary> {
  const scope = scopeOf(ctx)
  let matched = 0
  for (let round = 1; ; round++) {
    const look = await ctx.database.write(scope, (conn) => lookAt(ctx, conn, bankaccount_id))
    let isChanged = false
    for (const [line, candidate] of look.unasked) {
      if (!(await takeUnasked(ctx, line, candidate))) continue
      matched += 1
      isChanged = true
    }
    if (!isChanged || round === ROUNDS)
      return { matched, suggested: look.suggested, open: look.open - (isChanged ? matched : 0) }
  }
}

async function lookAt(ctx: Context, conn: Conn, bankaccount_id: number | null) {
  await hashAccounts(ctx, conn)
  const lines = await openLines(conn, bankaccount_id)
  const isAutomatic = await settingOf(conn, 'bank_auto_match')
  const index = await loadIndex(ctx, conn, lines)
  const unasked: [MatchLine, Candidate][] = []
  const words: (string | null)[] = []
  for (const line of lines) {
    const { candidates, automatic } = matchLine(index, line)
    if (automatic && isAutomatic) unasked.push([line, automatic])
    words.push(candidates[0]?.reasons[0]?.words.slice(0, 300) ?? null)
  }
  await SUGGEST.run(
    conn,
    lines.map(({ id }) => id),
    words,
  )
  const suggested = words.filter((one) => one !== null).length - unasked.length
  return { unasked, suggested, open: lines.length }
}

/** Refused where something changed meanwhile: the next look knows better. */
async function takeUnasked(
  ctx: Context,
  { id }: MatchLine,
  { parts, automatic: rule }: Candidate,
): Promise<boolean> {
  try {
    const request = { id, parts, rule }
    await ctx.database.write(scopeOf(ctx), (conn) => matchAs(ctx, conn, request, 'automatic'))
    return true
  } catch (refusal) {
    if (refusal instanceof Problem) return false
    throw refusal
  }
}
