import { momentOf, nextPossibleChargeDate } from './clock.ts'
import { creditorOf, found, type House, happened, headOf, linksOf, textIn } from './house.ts'
import { isLive } from './mandates.ts'
import { makePayment } from './payments.ts'
import type { Fields, Subscription } from './records.ts'
import { misused, wrongState } from './refusals.ts'

// Payments of a subscription are made some days before they are collected.
const AHEAD_DAYS = 5

/** Made elsewhere: in the dashboard, or by another program of the creditor. */
export function makeSubscription(house: House, body: Fields): Subscription {
  const { mandate } = linksOf(body)
  const found = house.books.mandates.get(String(mandate))
  if (!found) throw misused(404, 'link_not_found', 'The linked mandate was not found')
  const start = String(body.start_date ?? nextPossibleChargeDate(house.clock.now()))
  const one: Subscription = {
    ...headOf(house, 'SB', { links: { mandate: found.id, creditor: creditorOf(house) } }),
    amount: Number(body.amount),
    currency: 'NZD',
    status: 'active',
    name: textIn(body.name),
    interval: Number(body.interval ?? 1),
    interval_unit: body.interval_unit === 'weekly' ? 'weekly' : 'monthly',
    day_of_month: null,
    start_date: start,
    end_date: textIn(body.end_date),
    count: body.count === undefined ? null : Number(body.count),
    payment_reference: textIn(body.payment_reference),
    retry_if_possible: false,
    _next: start,
    _due: house.clock.now(),
  }
  house.books.subscriptions.set(one.id, one)
  tell(house, one, 'created')
  nextOfSubscription(house, one)
  return one
}

/** Its next payment is made, and the one after that is thought of. */
export function nextOfSubscription(house: House, one: Subscription): void {
  const mandate = found(house, 'mandates', one.links.mandate)
  if (one.status !== 'active' || !isLive(mandate)) {
    one._due = null
    return
  }
  const earliest = nextPossibleChargeDate(house.clock.now())
  const isEarly = one._next < earliest
  const charge_date = isEarly ? earliest : one._next
  const links = { mandate: mandate.id, subscription: one.id }
  const { amount, payment_reference: reference, name: description } = one
  const given = { amount, currency: 'NZD', charge_date, reference, links }
  makePayment(house, description ? { ...given, description } : given, 'gocardless')
  const step = one.interval_unit === 'weekly' ? { weeks: one.interval } : { months: one.interval }
  const next = Temporal.PlainDate.from(one._next).add(step)
  one._next = next.toString()
  if (one.count !== null) one.count -= 1
  const isOver = one.count === 0 || (one.end_date !== null && one._next > one.end_date)
  if (isOver) {
    Object.assign(one, { status: 'finished', _due: null })
    tell(house, one, 'finished')
  } else {
    const early = momentOf(next.subtract({ days: AHEAD_DAYS }).toString(), '10:00')
    one._due = Math.max(early, house.clock.now() + 1)
  }
}

export function cancelSubscription(house: House, id: string): Subscription {
  const one = found(house, 'subscriptions', id)
  if (one.status !== 'active')
    throw wrongState('cancellation_failed', 'This subscription cannot be cancelled in its state')
  Object.assign(one, { status: 'cancelled', _due: null })
  tell(house, one, 'cancelled')
  return one
}

function tell(house: House, { id }: Subscription, action: string): void {
  const links = { subscription: id }
  const cause = `subscription_${action}`
  happened(house, { type: 'subscriptions', action, origin: 'gocardless', cause, links })
}
