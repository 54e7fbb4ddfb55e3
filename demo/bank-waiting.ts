import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type BankRow, printedName } from './bank-file.ts'

/** Customers with an invoice that waits for its money, for lines to speak of. */
export const unpaidCustomers = [
  'Bledisloe Cool Stores',
  'Kerikeri Citrus Growers',
  'Kirikiriroa Print House',
  'Mount Surf & Coffee',
  'Pāpāmoa Kiwifruit Packhouse',
  'Rotorua Thermal Lodge',
  'Ruth Vanderberg',
  'Ngaio Hetet',
  'Yuki Tanaka',
]

/** Five debts of one customer, of which three ways add up to the largest. */
export const severalDebts = {
  name: 'Waikato Valley Dairies',
  amounts: ['84.20', '131.55', '96.40', '119.35', '215.75'],
}

export interface OpenInvoice {
  name: string
  customer_number: string
  number: string
  discounted: string
  undiscounted: string
}

export async function openInvoices(conn: Conn): Promise<OpenInvoice[]> {
  return conn.query<OpenInvoice>(
    `select c.name, c.customer_number, i.invoice_number as number,
       i.discounted_total::text as discounted, i.undiscounted_total::text as undiscounted
     from invoices i join customers c on c.id = i.customer_id
     where i.invoice_status = 'invoiced' and i.balance > 0 and c.name = any($1) order by i.id`,
    [unpaidCustomers],
  )
}

const plus = (...amounts: string[]) =>
  toDecimalString(wholeCents(amounts.reduce((sum, amount) => sum + cents(amount), 0)))

/** Two invoices of one customer: one as if paid in time, and one as if it were late. */
function mixed(invoices: readonly OpenInvoice[]): string {
  const [one, ...others] = invoices.toSorted((a, b) => stake(b) - stake(a))
  const [other] = others
  if (!one || !other || stake(one) === 0) throw new Error('No two invoices with a discount.')
  return plus(one.undiscounted, other.discounted)
}

const stake = ({ discounted, undiscounted }: OpenInvoice) => cents(undiscounted) - cents(discounted)

/**
 * The twenty that nobody has explained: each has something to it that a person has to decide, so
 * that looking at them again explains none.
 */
export function waitingRows(open: readonly OpenInvoice[]): BankRow[] {
  const of = (name: string) => open.filter((one) => one.name === name)
  const first = (name: string): OpenInvoice => {
    const [found] = of(name)
    if (!found) throw new Error(`${name} owes nothing.`)
    return found
  }
  const [surf, citrus] = [first('Mount Surf & Coffee'), first('Kerikeri Citrus Growers')]
  const [cold, ruth] = [first('Bledisloe Cool Stores'), first('Ruth Vanderberg')]
  const print = of('Kirikiriroa Print House').at(-1) ?? surf
  const lodge = of('Rotorua Thermal Lodge')
  const by = ({ name }: { name: string }) => printedName(name)
  return [
    // Names, with amounts that have more than one reading.
    { day: '2026-11-09', amount: mixed(lodge), party: by(first('Rotorua Thermal Lodge')) },
    { day: '2026-11-09', amount: '215.75', party: by(severalDebts) },
    { day: '2026-11-09', amount: cold.undiscounted, party: by(cold) },
    { day: '2026-11-10', amount: '120.00', party: by(print), particulars: 'PART PAYMENT' },
    { day: '2026-11-10', amount: '80.00', party: by(ruth), particulars: 'POWER' },
    // Numbers alone, with amounts that nobody asked for.
    { day: '2026-11-10', amount: '250.00', party: 'J M TRUST', code: print.customer_number },
    { day: '2026-11-10', amount: '500.00', party: 'POHUTUKAWA HOLDINGS', reference: 'INV-1029' },
    { day: '2026-11-11', amount: '45.00', party: 'A B HUGHES', reference: surf.number.slice(4) },
    { day: '2026-11-11', amount: '99.87', party: 'ONLINE PAYMENT', reference: 'INV-1016' },
    // One payer for two customers, and a figure that only one page asked for.
    {
      day: '2026-11-11',
      amount: plus(surf.discounted, citrus.discounted),
      party: 'COASTLINE PROPERTY',
      particulars: 'POWER',
    },
    { day: '2026-11-11', amount: print.discounted, party: 'ONLINE PAYMENT' },
    // Nobody has ever heard of these.
    { day: '2026-11-11', amount: '212.40', party: 'T & K SERVICES LTD' },
    { day: '2026-11-12', amount: '60.00', party: 'CASH DEPOSIT 0432', type: 'DEP' },
    { day: '2026-11-12', amount: '140.15', party: 'M WILLIAMS', particulars: 'THANKS' },
    // Several payments at once, with the provider's fee taken off and without.
    { day: '2026-11-12', amount: '2108.76', party: 'CARD SETTLEMENT' },
    { day: '2026-11-13', amount: '193.38', party: 'BRANCH DEPOSIT', type: 'DEP' },
    // Money that went out.
    { day: '2026-11-12', amount: '-480.15', party: 'TASMAN BAY GAS & POWER', type: 'DD' },
    { day: '2026-11-12', amount: '-39.95', party: 'CARD TERMINAL RENT', type: 'DD' },
    { day: '2026-11-13', amount: '-148.20', party: 'DISHONOURED PAYMENT', type: 'DIS' },
    { day: '2026-11-13', amount: '-1000.00', party: 'TRANSFER TO SAVINGS', type: 'TFR' },
  ]
}
