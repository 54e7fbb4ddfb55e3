import { setImmediate as pause } from 'node:timers/promises'
import type { InvoiceWarning } from '#domain/invoices/invoice-warnings.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { type ChosenContract, chosenContracts, type RunChoice } from './run-choice.ts'
import { computeRun, type RunOutcome } from './run-compute.ts'
import { runSources } from './run-sources.ts'

export interface DryItem extends ChosenContract {
  contract_number: string | null
  customer_name: string | null
  discounted_total_this_period: string | null
  undiscounted_total_this_period: string | null
  warnings: InvoiceWarning[]
  /** What keeps this contract out of the run; the others go on without it. */
  exception: string | null
}

interface DryRun {
  items: DryItem[]
  total: number
  exceptions: number
  with_warnings: number
  discounted_total: string
  undiscounted_total: string
}

const CONTRACTS_AT_ONCE = 250

/** Computes a whole run and keeps nothing of it. */
export async function dryRun(ctx: Context, choice: RunChoice): Promise<DryRun> {
  const today = todayOf(ctx)
  const invoice_date = choice.invoice_date ?? today
  const chosen = await ctx.database.read(scopeOf(ctx), (conn) =>
    chosenContracts(conn, choice, today),
  )
  const taken = new Set<number>()
  const items: DryItem[] = []
  for (let at = 0; at < chosen.length; at += CONTRACTS_AT_ONCE) {
    const part = chosen.slice(at, at + CONTRACTS_AT_ONCE)
    const sources = await ctx.database.read(scopeOf(ctx), (conn) => runSources(conn, today, part))
    const named = new Map(sources.map((one) => [one.contract.id, one]))
    const told = computeRun(part, sources, { invoice_date, taken }, (outcome) => {
      const own = named.get(outcome.contract_id)
      const names = {
        contract_number: own?.contract.contract_number ?? null,
        customer_name: own?.customer.name ?? null,
      }
      return dryItem(outcome, names)
    })
    items.push(...told)
    // Others are served between two parts.
    await pause()
  }
  const sum = (name: 'discounted_total_this_period' | 'undiscounted_total_this_period') =>
    toDecimalString(sumCents(items.map((item) => cents(item[name] ?? '0.00'))))
  return {
    items,
    total: items.length,
    exceptions: items.filter((item) => item.exception).length,
    with_warnings: items.filter((item) => item.warnings.length > 0).length,
    discounted_total: sum('discounted_total_this_period'),
    undiscounted_total: sum('undiscounted_total_this_period'),
  }
}

function dryItem(
  { contract_id, customer_id, period_start, period_end, proposed, problem }: RunOutcome,
  names: { contract_number: string | null; customer_name: string | null },
): DryItem {
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
