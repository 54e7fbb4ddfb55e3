import { call, seconds } from './api-call.ts'
import { type BillingSizes, moreContracts } from './billing-data.ts'
import { openOffice } from './billing-office.ts'
import { LISTED, type OwedInvoice, payment, sentInvoices } from './billing-payments.ts'
import { billContracts } from './billing-run.ts'
import { asOwner, newPartner, share } from './commissions-data.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'

const END = '2026-09-30'
const GOAL = 0.1
/** As many contracts as one run takes. */
const RUN = 10_000

/**
 * Settling invoices whose contracts a partner brought, in turn with as many that nobody did: what
 * earning adds to receiving, booking and placing the money.
 */
export async function accrualLine(bench: Bench, { invoices }: BillingSizes): Promise<Line> {
  const contracts = await moreContracts(bench, invoices * 2)
  const partner_id = await newPartner(bench, 'Brought them')
  await share(bench, partner_id, contracts.slice(invoices))
  const billed: number[] = []
  for (let at = 0; at < contracts.length; at += RUN) {
    const { id } = await billContracts(bench, contracts.slice(at, at + RUN), END)
    billed.push(...(await billedOf(bench, id)))
  }
  const office = openOffice(bench)
  const owed = await sentInvoices(office, billed).finally(() => office.close())
  const brought = new Set(contracts.slice(invoices))
  const shared = owed.filter(({ contract_id }) => brought.has(contract_id))
  const alone = owed.filter(({ contract_id }) => !brought.has(contract_id))
  const took = { alone: 0, shared: 0 }
  for (let at = 0; at < invoices; at += LISTED) {
    took.alone += await settled(bench, alone.slice(at, at + LISTED))
    took.shared += await settled(bench, shared.slice(at, at + LISTED))
  }
  const entries = await countEntries(bench, partner_id)
  if (entries !== shared.length) throw new Error(`${entries} entries of ${shared.length} invoices.`)
  const added = took.shared / took.alone - 1
  return {
    key: 'cr',
    title: `${invoices} invoices settled that a partner earns on`,
    ours: seconds(took.shared),
    reference: `without a partner ${seconds(took.alone)}`,
    reached: `${(added * 100).toFixed(0)} % more`,
    goal: `≤ ${GOAL * 100} %`,
    isMet: added <= GOAL,
    figures: took,
  }
}

async function settled(bench: Bench, owed: readonly OwedInvoice[]): Promise<number> {
  const today = new Date().toISOString().slice(0, 10)
  const payments = owed.map((one) => payment(one, today))
  const started = performance.now()
  await call(bench, 'PUT', '/invoicepayments', { payments })
  return performance.now() - started
}

function billedOf(bench: Bench, run_id: number): Promise<number[]> {
  return asOwner(bench, async (client) => {
    const { rows } = await client.query<{ invoice_id: string }>(
      'select invoice_id from billingrun_items where billingrun_id = $1 order by invoice_id',
      [run_id],
    )
    return rows.map(({ invoice_id }) => Number(invoice_id))
  })
}

function countEntries(bench: Bench, partner_id: number): Promise<number> {
  return asOwner(bench, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from commissions where partner_id = $1',
      [partner_id],
    )
    return Number(rows[0]?.count)
  })
}
