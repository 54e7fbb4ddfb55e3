import type { MatchLine } from '#domain/bank/bank-line.ts'
import { type ConfirmedPattern, patternKey } from '#domain/bank/confirmed-pattern.ts'
import { RECORDED_DAYS } from '#domain/bank/counterpart-candidates.ts'
import { evidenceOf } from '#domain/bank/evidence.ts'
import { readTexts } from '#domain/bank/line-reading.ts'
import { buildIndex, type MatchIndex } from '#domain/bank/match-index.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { matchLines } from '../open-lines.ts'
import { askedBySomebody, itemsOf } from './item-facts.ts'
import {
  billsOf,
  chosenBefore,
  counterpartsOf,
  depositsOf,
  recordedOf,
  suppliersOf,
} from './other-facts.ts'
import { aliasesOf, numbersIn, payersOf, rulesOf } from './payer-facts.ts'

/**
 * Everything the matcher has to know about these lines, one or thousands. Who is meant is found first,
 * so that only the accounts of those customers are read.
 */
export async function loadIndex(
  ctx: Context,
  conn: Conn,
  lines: readonly MatchLine[],
  also: readonly number[] = [],
): Promise<MatchIndex> {
  const amounts = [...new Set(lines.map(({ amount }) => toDecimalString(amount)))]
  const days = lines.map(({ transaction_date }) => transaction_date).sort()
  const opposite = lines.map(({ amount }) => toDecimalString(wholeCents(-amount)))
  const [payers, aliases, rules, numbers, recorded, counterparts] = await Promise.all([
    payersOf(conn),
    aliasesOf(conn),
    rulesOf(conn),
    numbersIn(conn, lines),
    recordedOf(conn, amounts, addDays(days[0] ?? todayOf(ctx), -RECORDED_DAYS)),
    counterpartsOf(conn, [...amounts, ...opposite], todayOf(ctx)),
  ])
  const [suppliers, bills, deposits, patterns, asking] = await Promise.all([
    suppliersOf(conn, ctx.config.secrets.fields),
    billsOf(conn),
    depositsOf(conn, opposite, todayOf(ctx)),
    patternsOf(conn, amounts),
    askedBySomebody(conn, amounts),
  ])
  const who = { payers, aliases, numbers }
  const others = { rules, recorded, counterparts, suppliers, bills, deposits, patterns }
  const bare = buildIndex({ ...who, ...others, items: [] })
  const meant = new Set([...asking, ...also])
  for (const line of lines)
    for (const id of evidenceOf(bare, line, readTexts(line, bare.prefixes)).keys()) meant.add(id)
  return buildIndex({ ...who, ...others, items: await itemsOf(conn, [...meant], todayOf(ctx)) })
}

async function patternsOf(conn: Conn, amounts: readonly string[]): Promise<ConfirmedPattern[]> {
  const chosen = await chosenBefore(conn, amounts)
  const lines = await matchLines(
    conn,
    chosen.map(({ id }) => id),
  )
  const keys = new Map(lines.map((line) => [line.id, patternKey(line)]))
  const patterns = new Map<string, ConfirmedPattern>()
  for (const { id, customer_id, was_undone } of chosen) {
    const key = keys.get(id)
    if (!key) continue
    const known = patterns.get(`${key} ${customer_id}`)
    patterns.set(`${key} ${customer_id}`, {
      key,
      customer_id,
      confirmations: (known?.confirmations ?? 0) + (was_undone ? 0 : 1),
      was_undone: was_undone || (known?.was_undone ?? false),
    })
  }
  return [...patterns.values()]
}
