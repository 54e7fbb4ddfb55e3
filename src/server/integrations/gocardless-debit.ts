import type { GocardlessSettings } from '#server/kit/start/gocardless-settings.ts'
import { DebitTrouble, type DirectDebit, type ProviderDebit } from './direct-debit.ts'
import { askingGocardless } from './gocardless-calls.ts'
import { gocardlessMandates } from './gocardless-mandates.ts'
import type { Thing } from './gocardless-shapes.ts'
import { type Things, thingsOf } from './gocardless-things.ts'
import { debitOf, eventOf, itemOf, metadataOf, payoutOf, refundOf } from './gocardless-words.ts'

/** GoCardless, by its own protocol and with the token of one account. */
export function gocardlessDebit(settings: GocardlessSettings, token: string): DirectDebit {
  const things = thingsOf(askingGocardless(settings, token))
  return {
    creditor: () => creditor(things),
    ...gocardlessMandates(things),
    ...collecting(things),
    ...paidOut(things),
  }
}

async function creditor({ all }: Things) {
  const [first] = await all('creditors', {})
  if (first) return { id: first.id, name: first.name }
  throw new DebitTrouble('refused', 'The account at GoCardless collects for nobody yet.')
}

type Collecting = Pick<
  DirectDebit,
  | 'makeDebit'
  | 'debit'
  | 'cancelDebit'
  | 'debits'
  | 'endSubscription'
  | 'isSubscriptionRunning'
  | 'refund'
  | 'refundNow'
>

const over = new Set(['finished', 'cancelled', 'customer_approval_denied'])
const isRunning = ({ status }: Thing<'subscriptions'>) => !over.has(status)

function collecting(things: Things): Collecting {
  const { one, all, make, act } = things
  return {
    makeDebit: async ({ key, mandate_id, amount, charge_date, reference, description }) => {
      const made = await make('payments', {
        key,
        fields: {
          amount,
          currency: 'NZD',
          charge_date,
          description,
          ...(reference === null ? {} : { reference }),
          // Each attempt is a debit of its own.
          retry_if_possible: false,
          metadata: metadataOf(key),
          links: { mandate: mandate_id },
        },
        isSame: (there) => there.links.mandate === mandate_id && there.amount === amount,
      })
      return ours(made)
    },
    debit: async (id) => ours(await one('payments', id)),
    cancelDebit: async (id) => ours(await act('payments', id, 'cancel')),
    debits: async ({ mandate_id, since }) => {
      const found = await all('payments', {
        ...(mandate_id === undefined ? {} : { mandate: mandate_id }),
        ...(since === undefined ? {} : madeSince(since)),
      })
      return found.flatMap((there) => debitOf(there) ?? [])
    },
    endSubscription: async (id) => {
      try {
        await act('subscriptions', id, 'cancel')
      } catch (error) {
        // An answer that was lost, or somebody at the provider, has ended it before.
        if (!(error instanceof DebitTrouble) || error.kind !== 'refused') throw error
        if (isRunning(await one('subscriptions', id))) throw error
      }
    },
    isSubscriptionRunning: async (id) => isRunning(await one('subscriptions', id)),
    refund: (asked) => refund(things, asked),
    refundNow: async (id) => refundOf(await one('refunds', id)),
  }
}

function ours(there: Thing<'payments'>): ProviderDebit {
  const debit = debitOf(there)
  if (debit) return debit
  throw new DebitTrouble('missing', 'The payment at GoCardless is no direct debit in dollars.')
}

type RefundQuestion = Parameters<DirectDebit['refund']>[0]

async function refund({ all, make }: Things, asked: RefundQuestion) {
  const { key, debit_id, amount, total } = asked
  try {
    const made = await make('refunds', {
      key,
      fields: {
        amount,
        total_amount_confirmation: total,
        metadata: metadataOf(key),
        links: { payment: debit_id },
      },
      isSame: (there) => there.amount === amount && there.links?.payment === debit_id,
    })
    return refundOf(made)
  } catch (error) {
    if (!(error instanceof DebitTrouble) || error.code !== 'total_amount_confirmation_invalid')
      throw error
    // An earlier call whose answer was lost has changed the total itself.
    const before = (await all('refunds', { payment: debit_id })).map(refundOf)
    const made = before.find((there) => there.our_key === key && there.amount === amount)
    if (made) return made
    throw error
  }
}

const heldAs = ['confirmed_funds', 'pending_payouts']

function paidOut({ one, all }: Things) {
  const payouts: Pick<DirectDebit, 'payout' | 'payoutItems' | 'events' | 'held'> = {
    payout: async (id) => payoutOf(await one('payouts', id)),
    payoutItems: async (payout) => (await all('payout_items', { payout })).map(itemOf),
    events: async (since) => {
      const found = (await all('events', madeSince(since))).map(eventOf).reverse()
      return found.sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    },
    held: async (creditor_id) => {
      const balances = await all('balances', { creditor: creditor_id })
      return balances
        .filter(({ balance_type, currency }) => currency === 'NZD' && heldAs.includes(balance_type))
        .reduce((sum, { amount }) => sum + amount, 0)
    },
  }
  return payouts
}

/** Its instants have thousandths of a second; what was made within that one comes as well. */
const madeSince = (since: string) => ({
  'created_at[gte]': Temporal.Instant.from(since).toString({ smallestUnit: 'millisecond' }),
})
