import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { ChosenContract } from '#domain/runs/run-lines.ts'
import { assembleInvoice, type Proposed } from '#server/invoices/assemble-invoice.ts'
import type { RunSources } from './run-sources.ts'

/** One contract of a run: its invoice, or what stands in its way. */
export type RunOutcome = ChosenContract &
  (
    | { request: InvoiceRequest; proposed: Proposed; problem: null }
    | { request: null; proposed: null; problem: string }
  )

/**
 * Computes each contract on its own: what stands in the way of one is no matter for the others. What
 * is needed of an invoice is taken at once, so that thousands of them are never held together.
 */
export function computeRun<T>(
  chosen: readonly ChosenContract[],
  sources: readonly RunSources[],
  { invoice_date, taken }: { invoice_date: string; taken: Set<number> },
  take: (outcome: RunOutcome) => T,
): T[] {
  const sourcesOf = new Map(sources.map((one) => [one.contract.id, one]))
  return chosen.map((one) => {
    const found = sourcesOf.get(one.contract_id)
    // A charge of the customer goes on the first of their invoices only.
    const own = found && {
      ...found,
      charges: found.charges.filter((charge) => !taken.has(charge.id)),
    }
    const outcome = outcomeOf(one, own, invoice_date)
    for (const charge of outcome.proposed?.charges ?? []) taken.add(charge.id)
    return take(outcome)
  })
}

function outcomeOf(
  one: ChosenContract,
  sources: RunSources | undefined,
  invoice_date: string,
): RunOutcome {
  const blocked = (problem: string) => ({ ...one, request: null, proposed: null, problem })
  if (!sources) return blocked('The contract or its customer is gone.')
  const obstacle = obstacleOf(sources)
  if (obstacle) return blocked(obstacle)
  const { customer, contract, period } = sources
  const request: InvoiceRequest = {
    customer_id: customer.id,
    contract_id: contract.id,
    invoice_date,
    period_start: period.from,
    period_end: period.to,
    last_for_contract: isLast(sources),
  }
  try {
    const proposed = assembleInvoice(request, sources)
    if (proposed.computed.lines.length === 0) return blocked('There is nothing to bill.')
    return { ...one, request, proposed, problem: null }
  } catch (error) {
    // Bounds and shapes of one account's figures; whatever else goes wrong is ours to mend.
    if (!(error instanceof Problem || error instanceof RangeError)) throw error
    return blocked(error.message)
  }
}

function obstacleOf({ parked, customer, use, bills }: RunSources): string | null {
  if (parked) return `The account is parked: ${parked}`
  if (customer.simple_invoicing && bills.length === 0) return 'The supplier’s bill is not here yet.'
  if (use && use.rates.length === 0) return 'The contract has no rates.'
  return null
}

function isLast({ contract, period }: RunSources): boolean {
  const isOver = contract.contract_status === 'ended' || contract.contract_status === 'cancelled'
  return isOver && contract.date_end !== null && contract.date_end <= period.to
}
