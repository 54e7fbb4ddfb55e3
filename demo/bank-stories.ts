import type { Conn } from '#server/kit/database/database.ts'
import { bringDebt, debtRows, type Payer, strangerRow } from './bank-debts.ts'
import { type BankRow, printedName } from './bank-file.ts'
import { recordedRows, supplierRows } from './bank-recorded.ts'
import { openInvoices, severalDebts, unpaidCustomers } from './bank-waiting.ts'
import { makeDraw } from './draw.ts'
import type { On } from './store-billing.ts'

const A_MONTH = 8
const MONTHS = ['2026-08', '2026-09', '2026-10']

/** Lines of one of the three months that are about customers and suppliers. */
export async function customerRowsOf(
  on: On,
  conn: Conn,
  payers: readonly Payer[],
  place: number,
): Promise<BankRow[]> {
  const month = MONTHS[place] ?? ''
  const plain = payers.filter(({ name }) => !isKept(name))
  const own = plain.slice(place * A_MONTH, (place + 1) * A_MONTH)
  const debts = await debtRows(on, conn, { month, payers: own, draw: makeDraw(5000 + place) })
  const known = await knownPayerRows(on, conn, plain, place)
  const told = await stories[place]?.(on, conn, payers)
  return [...debts, ...known, ...(told ?? [])]
}

const isKept = (name: string) => unpaidCustomers.includes(name) || name === severalDebts.name

/** Somebody pays for a customer under another name: said twice, it is known the third time. */
async function knownPayerRows(
  on: On,
  conn: Conn,
  plain: readonly Payer[],
  place: number,
): Promise<BankRow[]> {
  const rows: BankRow[] = []
  for (const [at, party] of ['HEMI AND SONS', 'R J ALDERTON'].entries()) {
    const payer = plain[at]
    if (!payer) continue
    const amount = `${120 + at * 65 + place * 7}.${place}5`
    const day = `${MONTHS[place]}-1${at + 1}`
    const row = await strangerRow(on, conn, payer, { day, amount, party, particulars: 'POWER' })
    rows.push(place < 2 ? row : { day, amount, party, particulars: 'POWER' })
  }
  return rows
}

type Story = (on: On, conn: Conn, payers: readonly Payer[]) => Promise<BankRow[]>

const named = (payers: readonly Payer[], name: string): Payer => {
  const found = payers.find((payer) => payer.name === name)
  if (!found) throw new Error(`${name} pays nothing.`)
  return found
}

const landlord = { party: 'COASTLINE PROPERTY', particulars: 'POWER' }

const stories: Story[] = [
  async (on, conn, payers) => {
    const paid = { day: '2026-08-18', amount: '164.30', ...landlord }
    return [await strangerRow(on, conn, named(payers, 'Mount Surf & Coffee'), paid)]
  },
  async (on, conn, payers) => {
    const paid = { day: '2026-09-17', amount: '271.85', ...landlord }
    const amount = '75.00'
    return [
      // The same payer means another customer as well: from now on it speaks for neither alone.
      await strangerRow(on, conn, named(payers, 'Kerikeri Citrus Growers'), paid),
      { day: '2026-09-15', amount, party: 'P HARRIS', said: () => [{ kind: 'aside', amount }] },
      { day: '2026-09-23', amount: '-120.00', party: 'DEBIT IN ERROR' },
      { day: '2026-09-24', amount: '120.00', party: 'DEBIT IN ERROR REVERSED' },
    ]
  },
  async (on, conn, payers) => [
    ...(await bouncedRows(on, conn, payers)),
    ...(await recordedRows(conn, '2026-10-31')),
    ...(await supplierRows(conn)),
  ],
]

/** A payment that the bank takes back is owed again, and paid once more. */
async function bouncedRows(on: On, conn: Conn, payers: readonly Payer[]): Promise<BankRow[]> {
  const payer = named(payers, 'Kirikiriroa Print House')
  const { id: customer_id } = payer
  const amount = '186.45'
  const due_date = '2026-10-20'
  const { number } = await bringDebt(on('2026-10-05'), conn, payer, { amount, due_date })
  const paid = { amount, party: printedName(payer.name), reference: number, type: 'BP' }
  const dishonour = async () => {
    const [payment] = await conn.query<{ id: number }>(
      `select id from invoicepayments where customer_id = $1 and payment_status = 'reconciled'`,
      [customer_id],
    )
    const payment_ids = payment ? [payment.id] : []
    return [{ kind: 'dishonour' as const, amount: `-${amount}`, customer_id, payment_ids }]
  }
  return [
    {
      ...paid,
      day: '2026-10-14',
      said: () => [{ kind: 'customer', amount, customer_id }],
    },
    {
      day: '2026-10-21',
      amount: `-${amount}`,
      party: 'DISHONOURED PAYMENT',
      type: 'DIS',
      said: dishonour,
    },
    { ...paid, day: '2026-10-29' },
  ]
}

interface OpenBill {
  id: number
  supplier_id: number
  supplier: string
  amount: string
}

/** The first days of this month: invoices are paid by number, and a supplier takes its money. */
export async function firstDaysRows(
  on: On,
  conn: Conn,
  payers: readonly Payer[],
): Promise<BankRow[]> {
  const paying = ['Ngaio Hetet', 'Pāpāmoa Kiwifruit Packhouse', 'Yuki Tanaka']
  const open = (await openInvoices(conn)).filter(({ name }) => paying.includes(name))
  const paid = open.map(({ name, number, discounted }, place) => ({
    day: `2026-11-0${5 + (place % 2)}`,
    amount: discounted,
    party: printedName(name),
    reference: number,
  }))
  const [bill] = await conn.query<OpenBill>(
    `select b.id, b.supplier_id, s.name as supplier, b.balance::text as amount
     from bills b join suppliers s on s.id = b.supplier_id join invoices i on i.id = b.invoice_id
     where b.balance > 0 and i.invoice_number = any($1) order by b.id limit 1`,
    [open.map(({ number }) => number)],
  )
  const collected = bill ? [debited(bill)] : []
  const deposit = { day: '2026-11-05', amount: '148.20', party: 'K ROBERTS', particulars: 'POWER' }
  const payer = named(payers, 'Kirikiriroa Print House')
  return [...paid, ...collected, await strangerRow(on, conn, payer, deposit)]
}

function debited({ id, supplier_id, supplier, amount: owed }: OpenBill): BankRow {
  const amount = `-${owed}`
  return {
    day: '2026-11-09',
    amount,
    party: printedName(supplier),
    type: 'DD',
    said: () => [{ kind: 'bill', amount, supplier_id, bill_ids: [id] }],
  }
}
