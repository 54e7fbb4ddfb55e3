import { setImmediate as pause } from 'node:timers/promises'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import type { RunChoice } from '#domain/runs/billingrun-calls.ts'
import type { DryLine, DryRunTotals } from '#domain/runs/run-lines.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { chosenContracts } from './run-choice.ts'
import { computeRun, type RunOutcome } from './run-compute.ts'
import { runSources } from './run-sources.ts'

const CONTRACTS_AT_ONCE = 250

/** Computes a whole run and keeps nothing of it. */
export async function dryRun(
  ctx: Context,
  choice: RunChoice,
): Promise<{ data: DryLine[]; info: DryRunTotals }> {
  const today = todayOf(ctx)
  const invoice_date = choice.invoice_date ?? today
  const chosen = await ctx.database.read(scopeOf(ctx), (conn) =>
    chosenContracts(conn, choice, today),
  )
  const taken = new Set<number>()
  const lines: DryLine[] = []
  for (let at = 0; at < chosen.length; at += CONTRACTS_AT_ONCE) {
    const part = chosen.slice(at, at + CONTRACTS_AT_ONCE)
    const sources = await ctx.database.read(scopeOf(ctx), (conn) => runSources(conn, today, part))
    const named = new Map(sources.map((one) => [one.contract.id, one]))
    const computed = computeRun(part, sources, { invoice_date, taken }, (outcome) => {
      const own = named.get(outcome.contract_id)
      const names = {
        contract_number: own?.contract.contract_number ?? null,
        customer_name: own?.customer.name ?? null,
      }
      return dryLine(outcome, names)
    })
    lines.push(...computed)
    // Others are served between two parts.
    await pause()
  }
  const sum = (name: 'discounted_total_this_period' | 'undiscounted_total_this_period') =>
    toDecimalString(sumCents(lines.map((line) => cents(line[name] ?? '0.00'))))
  const info = {
    total: lines.length,
    exceptions: lines.filter((line) => line.exception).length,
    with_warnings: lines.filter((line) => line.warnings.length > 0).length,
    discounted_total: sum('discounted_total_this_period'),
    undiscounted_total: sum('undiscounted_total_this_period'),
  }
  return { data: lines, info }
}

function dryLine(
  { contract_id, customer_id, period_start, period_end, proposed, problem }: RunOutcome,
  names: { contract_number: string | null; customer_name: string | null },
): DryLine {
  const amount = (name: 'discounted_total_this_period' | 'undiscounted_total_this_period') =>
    proposed?.computed.fields[name] ?? null
  return {
    contract_id,
    customer_id,
    period_start,
    period_end,
    ...names,
    discounted_total_this_period: amount('discounted_total_this_period'),
    undiscounted_total_this_period: amount('undiscounted_total_this_period'),
    warnings: proposed?.computed.warnings ?? [],
    exception: problem,
  }
}
