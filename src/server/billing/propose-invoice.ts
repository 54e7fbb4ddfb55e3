import type { InvoiceRequest } from '#domain/billing/invoice-request.ts'
import { badField } from '#domain/kit/problem.ts'
import { type Context, todayOf } from '#server/context.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database.ts'
import { assembleInvoice, type Proposed, periodOf } from './assemble-invoice.ts'
import { billsFor } from './bills-of-invoice.ts'
import {
  contractFor,
  customerFor,
  pendingCharges,
  ratesFor,
  termsFor,
  usageFor,
} from './invoice-sources.ts'
import { openingBalance } from './opening-balance.ts'

/**
 * In split billing the lines are the supplier's: only late fees have a place in our own block, and
 * the rest goes on waiting.
 */
export function billableCharges<C extends { charge_type: string }>(
  waiting: readonly C[],
  isSplit: boolean,
): C[] {
  return waiting.filter((charge) => !isSplit || charge.charge_type === 'late_fee')
}

/** Fills in an invoice from what is known: contract, rates, readings, bills and balances. */
export async function proposeInvoice(
  ctx: Context,
  conn: Conn,
  request: InvoiceRequest,
  ownInvoice: number | null = null,
): Promise<Proposed> {
  const today = todayOf(ctx)
  const customer = await customerFor(conn, request.customer_id)
  const wantsContract = request.contract_id != null || request.lines === undefined
  const contract = wantsContract
    ? await contractFor(conn, customer.id, request.contract_id ?? null)
    : null
  if (!contract && request.lines === undefined)
    throw badField('contract_id', 'The customer has no contract: choose one, or write lines.')
  const bills = await billsFor(conn, contract, request, ownInvoice)
  const period = periodOf(today, request, contract, bills)
  const terms = contract && period ? await termsFor(conn, contract, period.to) : null
  const waiting = request.lines
    ? []
    : await pendingCharges(conn, customer.id, contract?.id ?? null, ownInvoice)
  const charges = billableCharges(waiting, customer.simple_invoicing)
  const opening = await openingBalance(conn, customer.id, today, ownInvoice)
  const isMetered = !request.lines && contract && period && !customer.simple_invoicing
  const use = isMetered
    ? {
        connections: await usageFor(conn, contract, period.from),
        rates: await ratesFor(conn, 'rates', contract.id),
      }
    : null
  const split_collection = await settingOf(conn, 'split_collection')
  const sources = { today, customer, contract, bills, period, terms, charges, opening }
  return assembleInvoice(request, { ...sources, split_collection, use })
}
