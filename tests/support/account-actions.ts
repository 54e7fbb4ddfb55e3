import { addDays } from '#domain/kit/day-number.ts'
import type { HttpClient, HttpReply } from './http-client.ts'

/** What there is of a customer, by its ids, the newest first. */
export interface CustomerRows {
  customer_id: number
  drafts: number[]
  approved: number[]
  /** Sent and standing; of them, those with something to pay, held ones and those with a fee. */
  invoices: number[]
  open: number[]
  held: number[]
  late: number[]
  payments: number[]
  /** Payments, and what they lie on. */
  placed: { id: number; invoice_id: number }[]
  credits: number[]
  debits: number[]
  held_debits: number[]
}

/** The newest first, so that people meet at the same few. */
export const CUSTOMER_ROWS = `with own as materialized (
    select id, invoice_status as status, is_held, has_late_fee from invoices
    where customer_id = $1 and deleted_at is null),
  adjusted as materialized (
    select id, side, adjustment_status as status, is_held from adjustments where customer_id = $1),
  listed as (
    select id, 'drafts' as list from own where status = 'draft'
    union all select id, 'approved' from own where status = 'approved'
    union all select id, 'invoices' from own where status in ('invoiced', 'cleared', 'paid')
    union all select id, 'open' from own where status = 'invoiced' and not is_held
    union all select id, 'held' from own where status = 'invoiced' and is_held
    union all select id, 'late' from own where has_late_fee
      and status in ('invoiced', 'cleared', 'paid')
    union all select id, 'payments' from invoicepayments where customer_id = $1
      and payment_status in ('received', 'partly_refunded') and amount_incl_gst > 0
    union all select id, 'credits' from adjusted where side = 'credit' and status = 'paid'
    union all select id, 'debits' from adjusted where side = 'debit' and status = 'invoiced'
      and not is_held
    union all select id, 'held_debits' from adjusted where status = 'invoiced' and is_held)
  select json_object_agg(list, ids) as lists, (select coalesce(json_agg(json_build_object(
      'id', invoicepayment_id, 'invoice_id', invoice_id) order by id desc), '[]')
    from allocations where customer_id = $1 and invoicepayment_id is not null
      and invoice_id is not null) as placed
  from (select list, json_agg(id order by id desc) as ids from listed group by list) x`

export const noRows: Omit<CustomerRows, 'customer_id' | 'placed'> = {
  ...{ drafts: [], approved: [], invoices: [], open: [], held: [], late: [] },
  ...{ payments: [], credits: [], debits: [], held_debits: [] },
}

export interface Scene extends CustomerRows {
  today: string
  /** A number below this one, as chance has it. */
  any(below: number): number
}

type Action = (by: HttpClient, scene: Scene) => Promise<HttpReply> | null
type Lists = Exclude<keyof CustomerRows, 'customer_id' | 'placed'>

const reason = 'All at once'
const line = { name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }
const outcomes = ['reopened', 'reversed', 'written_off'] as const
const acknowledge = ['W01', 'W02', 'W03', 'W04', 'W05']

const some = <T>({ any }: Scene, list: readonly T[]): T | undefined =>
  list[any(Math.min(list.length, 4))]

/** An action about one of the customer's rows, where there is one. */
const about =
  (list: Lists, path: string, more: (scene: Scene) => object = () => ({ reason })): Action =>
  (by, scene) => {
    const id = some(scene, scene[list])
    return id === undefined ? null : by.send('POST', path, { id, ...more(scene) })
  }

const amount = ({ any }: Scene, least = 1) => `${least + any(60)}.50`

export function draftBody({ customer_id, today, any }: Scene) {
  const due_date = addDays(today, any(2) === 0 ? -20 : 10)
  return { customer_id, lines: [line], discount_percent: '10', due_date, discounted_date: due_date }
}

export function paymentBody(scene: Scene) {
  const { customer_id, today, any } = scene
  const invoice_id = any(2) === 0 ? some(scene, scene.invoices) : undefined
  const payment_date = addDays(today, -any(25))
  const amount_incl_gst = any(3) === 0 ? '103.50' : amount(scene)
  const payment_type = 'bank_transfer'
  return { customer_id, amount_incl_gst, payment_date, payment_type, invoice_id }
}

export function adjustmentBody(scene: Scene) {
  const side = scene.any(2) === 0 ? 'debit' : 'credit'
  const { customer_id } = scene
  return { customer_id, kind: 'correction', side, with_gst: true, amount: amount(scene), reason }
}

/** What an office does about one customer's money. */
export const accountActions: Record<string, Action> = {
  pay: (by, scene) => by.send('PUT', '/invoicepayment', paymentBody(scene)),
  'pay and close': (by, scene) => {
    const invoice_id = some(scene, scene.invoices)
    if (invoice_id === undefined) return null
    const body = { ...paymentBody(scene), invoice_id, clearsinvoice: true }
    return by.send('PUT', '/invoicepayment', body)
  },
  'pay out': (by, scene) => {
    const { customer_id, today: payment_date } = scene
    const amount_incl_gst = `-${amount(scene)}`
    const body = { customer_id, amount_incl_gst, payment_date, payment_type: 'bank_transfer' }
    return by.send('PUT', '/invoicepayment', body)
  },
  allocate: about('payments', '/invoicepayment/allocate', (scene) => ({
    invoice_id: some(scene, scene.open),
    amount: '1.00',
  })),
  unallocate: (by, scene) => {
    const where = some(scene, scene.placed)
    return where ? by.send('POST', '/invoicepayment/unallocate', where) : null
  },
  refund: (by, scene) => {
    const where = some(scene, scene.placed)
    const invoice_outcome = outcomes[scene.any(outcomes.length)]
    const body = { reason, invoice_outcome, amount: scene.any(2) === 0 ? '1.00' : undefined }
    return where ? by.send('POST', '/invoicepayment/refund', { ...where, ...body }) : null
  },
  'cancel a payment': about('payments', '/invoicepayment/cancel'),
  'dishonour a payment': about('payments', '/invoicepayment/dishonour'),
  'grant with a payment': about('payments', '/invoicepayment/grantppd'),
  grant: about('invoices', '/invoice/grantppd'),
  revoke: about('invoices', '/invoice/revokeppd'),
  'waive a fee': about('late', '/invoice/waivefee'),
  hold: about('open', '/invoice/hold'),
  release: about('held', '/invoice/release'),
  remind: about('open', '/invoice/remind', () => ({})),
  draft: (by, scene) => by.send('PUT', '/invoice', draftBody(scene)),
  'approve and send': about('drafts', '/invoice/approve', () => ({
    ...{ send: true, posted: true, acknowledge },
  })),
  approve: about('drafts', '/invoice/approve', () => ({ acknowledge })),
  recalculate: about('drafts', '/invoice/recalculate', () => ({})),
  'delete a draft': (by, scene) => {
    const id = some(scene, scene.drafts)
    return id === undefined ? null : by.send('DELETE', '/invoice', { id })
  },
  send: about('approved', '/invoice/send', () => ({ posted: true })),
  redo: about('invoices', '/invoice/redo'),
  cancel: about('invoices', '/invoice/cancel'),
  'write off': about('open', '/invoice/writeoff'),
  adjust: (by, scene) => by.send('PUT', '/adjustment', adjustmentBody(scene)),
  'hold an adjustment': about('debits', '/adjustment/hold'),
  'release an adjustment': about('held_debits', '/adjustment/release', () => ({})),
  'write an adjustment off': about('debits', '/adjustment/writeoff'),
  'reverse an adjustment': about('debits', '/adjustment/reverse'),
  'reverse a credit': about('credits', '/adjustment/reverse'),
  statement: (by, { customer_id: id }) => by.get(`/customer/statement?id=${id}`),
  'change the customer': (by, { customer_id, any }) =>
    by.get(`/customer?id=${customer_id}`).then(({ body }) =>
      by.send('POST', '/customer', {
        id: customer_id,
        version: body.data.version,
        contact_primary: `Person ${any(1e6)}`,
      }),
    ),
}
