import { bankFacts, banktransaction } from '#domain/bank/banktransaction.ts'
import { banktransactionCalls, type MatchedPart } from '#domain/bank/banktransaction-calls.ts'
import { openLineStates } from '#domain/bank/banktransaction-machine.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, created, Problem, updated } from '#domain/kit/problem.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { lockRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { answerRow, verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { explainAmount } from './explain-amount.ts'
import { ignoreLine } from './ignore-line.ts'
import { learnFrom } from './learn.ts'
import { candidatesFor, partsOfCandidate } from './line-candidates.ts'
import { matchAll } from './match-all.ts'
import { matchAs } from './match-as.ts'
import { matchLines } from './open-lines.ts'
import { livePartsOf } from './stored-parts.ts'
import { unmatchLine } from './unmatch-line.ts'

type MatchRequest = CheckedOf<typeof banktransactionCalls.match>

/** Lines of bank statements, and what they are. */
export function bankTransactionRoutes(catalogue: Catalogue): Route[] {
  return serve(banktransactionCalls, {
    ...lineVerbs(catalogue),
    get: { run: (ctx, { id }) => answerLine(ctx, id, catalogue) },
    match: { write: matchByPerson },
    unmatch: { write: unmatchLine },
    ignore: { write: ignoreLine },
    accept: { write: acceptMany },
    unmatchMany: { write: unmatchMany },
    rematch: {
      run: async (ctx, { bankaccount_id }) => ({
        data: await matchAll(ctx, bankaccount_id ?? null),
      }),
    },
    explain: { run: explainAmount },
  })
}

function lineVerbs(catalogue: Catalogue) {
  return verbHandlers(banktransaction, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, banktransaction, input, catalogue)
      if (input.transaction_date > todayOf(ctx))
        throw badField('transaction_date', 'A bank line can’t be dated ahead.')
      if (Number(input.amount) === 0) throw badField('amount', 'A line is more than nothing.')
      const written = await insertRow(ctx, conn, banktransaction, { ...input, source: 'hand' })
      return writtenAnswer(ctx, banktransaction, written, { status: created })
    },
    update: async (ctx, conn, input) => {
      const written = await reviseRow(ctx, conn, banktransaction, input, {
        rights: () => {},
        others: async (before) => {
          const isFact = (name: (typeof bankFacts)[number]) =>
            input[name] !== undefined && input[name] !== before[name]
          if (bankFacts.some(isFact))
            throw notPossible('change', 'what the bank says stays', 'Write a note beside it.')
        },
      })
      return writtenAnswer(ctx, banktransaction, written, { status: updated })
    },
  })
}

async function answerLine(ctx: Context, id: number, catalogue: Catalogue) {
  const answer = await answerRow(ctx, banktransaction, id, catalogue)
  const known = await ctx.database.write(scopeOf(ctx), async (conn) => {
    const { row } = await rowNow(ctx, conn, banktransaction, id)
    const isOpen = openLineStates.some((state) => state === row.transaction_status)
    const { candidates } = isOpen ? await candidatesFor(ctx, conn, id) : { candidates: [] }
    const parts: MatchedPart[] = await livePartsOf(conn, [id])
    return { candidates, parts }
  })
  return { ...answer, info: { ...answer.info, ...known } }
}

async function matchByPerson(ctx: Context, conn: Conn, request: MatchRequest) {
  const { id, version, key, parts } = request
  if ((key === undefined) === (parts === undefined))
    throw badField('parts', 'Name a candidate by its key, or say the parts.')
  await refuseMatched(ctx, conn, request)
  const said = parts ?? (await partsOfCandidate(ctx, conn, { id, key: key ?? '' }))
  const [line] = await matchLines(conn, [id])
  const written = await matchAs(ctx, conn, { id, version, parts: said }, 'person')
  const customers = new Set(said.flatMap(({ customer_id }) => customer_id ?? []))
  const [only] = customers
  // Only who pays is learned: what goes out, such as a dishonour, is written by the bank.
  if (line && line.amount > 0 && only !== undefined && customers.size === 1)
    await learnFrom(ctx, conn, line, only)
  return written
}

/** Two look at the same lines in the morning: the second is told what the first one said. */
async function refuseMatched(ctx: Context, conn: Conn, { id, version }: MatchRequest) {
  const { row } = await lockRow(ctx, conn, banktransaction, id)
  const isMatched = row.matched_at !== null && row.transaction_status !== 'ignored'
  // Who saw an older state is shown the new one first, as everywhere.
  if (!isMatched || (version !== undefined && version !== row.version)) return
  const message = `Somebody has matched this line already: ${row.explained_as}.`
  throw new Problem('conflict', { message })
}

async function acceptMany(
  ctx: Context,
  conn: Conn,
  { lines }: CheckedOf<typeof banktransactionCalls.accept>,
) {
  return eachOf(conn, lines, ({ id, key }) => matchByPerson(ctx, conn, { id, key }))
}

async function unmatchMany(
  ctx: Context,
  conn: Conn,
  { ids, reason }: CheckedOf<typeof banktransactionCalls.unmatchMany>,
) {
  const lines = ids.map((id) => ({ id }))
  return eachOf(conn, lines, ({ id }) => unmatchLine(ctx, conn, { id, reason }))
}

/** Each for itself: what is refused of one is told, and the others are done. */
async function eachOf<L extends { id: number }>(
  conn: Conn,
  lines: readonly L[],
  act: (line: L) => Promise<unknown>,
) {
  const matched: number[] = []
  const refused: { id: number; code: number; message: string }[] = []
  for (const line of lines)
    await attempt(
      conn,
      async () => {
        await act(line)
        matched.push(line.id)
      },
      ({ code, message }) => {
        refused.push({ id: line.id, code, message })
      },
    )
  return { data: { matched, refused } }
}
