import { requestShown } from './billing-requests.ts'
import type { Kind } from './books.ts'
import type { House } from './house.ts'
import { mandateShown } from './mandates.ts'
import { mayFilter, pageOf } from './paging.ts'
import { itemsOf } from './payouts.ts'
import { invalid } from './refusals.ts'

export interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

// Lists are asked for by what their records belong to.
const filters: Partial<Record<Kind, string[]>> = {
  customer_bank_accounts: ['customer'],
  mandates: ['customer', 'customer_bank_account', 'creditor'],
  payments: ['customer', 'mandate', 'creditor', 'subscription'],
  refunds: ['payment', 'mandate'],
  payouts: ['creditor', 'creditor_bank_account'],
  billing_requests: ['customer'],
  subscriptions: ['customer', 'mandate'],
  events: ['mandate', 'payment', 'payout', 'refund', 'subscription', 'billing_request'],
}

/** One page of a kind. */
export function list(house: House, kind: Kind, url: URL): Reply {
  const records: { id: string; links: Record<string, unknown> }[] = [...house.books[kind].values()]
  // Payments are asked for by customer as well, whom they know through their mandate.
  const { mandates } = house.books
  mayFilter(url.searchParams, filters[kind] ?? [])
  const { page, meta } = pageOf(records, url.searchParams, ({ links }) => {
    const { customer } = mandates.get(String(links.mandate ?? ''))?.links ?? {}
    return customer ? { customer, ...links } : links
  })
  return { status: 200, body: { [kind]: page.map((one) => view(house, kind, one)), meta } }
}

export function payoutItems(house: House, { searchParams }: URL): Reply {
  const query = new URLSearchParams(searchParams)
  if (!query.get('payout')) throw invalid('query', { payout: "can't be blank" })
  const items = itemsOf(house, query.get('payout'))
  query.delete('payout')
  const { page, meta } = pageOf(items.toReversed(), query, () => ({}))
  return { status: 200, body: { payout_items: page, meta } }
}

export const shown = (house: House, kind: Kind, record: object): Reply => ({
  status: 200,
  body: { [kind]: view(house, kind, record) },
})

/** Without what is the double's own. */
function view(house: House, kind: Kind, record: object): object {
  const { mandates, billing_requests } = house.books
  const { id } = record as { id: string } // Every record has one.
  const [mandate, request] = [mandates.get(id), billing_requests.get(id)]
  const whole =
    kind === 'mandates' && mandate
      ? mandateShown(house, mandate)
      : request && kind === 'billing_requests'
        ? requestShown(house, request)
        : record
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !name.startsWith('_')))
}
