import type { House } from './house.ts'
import { nextStep } from './payment-steps.ts'
import { arrive, nextPayout, payOut } from './payouts.ts'
import { nextRefundStep } from './refunds.ts'
import { nextOfSubscription } from './subscriptions.ts'
import type { Webhooks } from './webhooks.ts'

interface Dated {
  _due: number | null
}

const earliest = (records: Iterable<Dated>) => {
  let least = Number.POSITIVE_INFINITY
  for (const { _due } of records) if (_due !== null && _due < least) least = _due
  return least
}

/** When the next thing falls due, of all that happen by themselves. */
function nextDue({ books, ...house }: House, webhooks: Webhooks): number {
  return Math.min(
    earliest(books.payments.values()),
    earliest(books.refunds.values()),
    earliest(books.payouts.values()),
    earliest(books.subscriptions.values()),
    nextPayout({ books, ...house }) ?? Number.POSITIVE_INFINITY,
    webhooks.nextDue() ?? Number.POSITIVE_INFINITY,
  )
}

function due<T extends Dated>(records: Iterable<T>, now: number): T[] {
  return [...records].filter(({ _due }) => _due !== null && _due <= now)
}

/** Everything that is due at this moment, in the order in which a day brings it. */
function doDue(house: House, now: number): void {
  const { books } = house
  for (const one of due(books.subscriptions.values(), now)) nextOfSubscription(house, one)
  for (const one of due(books.payments.values(), now)) nextStep(house, one)
  for (const one of due(books.refunds.values(), now)) nextRefundStep(house, one)
  if ((nextPayout(house) ?? Number.POSITIVE_INFINITY) <= now) payOut(house, null)
  for (const one of due(books.payouts.values(), now)) arrive(house, one)
}

/** Lets time pass up to a moment: each thing at its own, told before the next one happens. */
export function makeTime(house: House, webhooks: Webhooks) {
  let passing: Promise<void> = Promise.resolve()

  async function pass(to: number, isReal: boolean): Promise<void> {
    for (let moment = nextDue(house, webhooks); moment <= to; moment = nextDue(house, webhooks)) {
      // What was due before now is late, and the clock does not go back for it.
      if (!isReal) house.clock.setTo(Math.max(moment, house.clock.now()))
      doDue(house, house.clock.now())
      await webhooks.retryDue()
    }
    if (!isReal) house.clock.setTo(Math.max(to, house.clock.now()))
  }

  /** One after the other, whoever asks. */
  function inTurn(act: () => Promise<void>): Promise<void> {
    passing = passing.then(act, act)
    return passing
  }

  return {
    moveTo: (to: number) => inTurn(() => pass(to, false)),
    /** What real time has brought since. */
    catchUp: () => inTurn(() => pass(house.clock.now(), true)),
  }
}

export type Time = ReturnType<typeof makeTime>
