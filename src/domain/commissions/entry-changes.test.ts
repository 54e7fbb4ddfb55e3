import { expect, test } from 'vitest'
import { cents, toDecimalString } from '#domain/kit/money.ts'
import { invoiceChanges } from './entry-changes.ts'
import type { EarnedCommission } from './invoice-commission.ts'
import { type EntryChanges, isLive, type KeptEntry } from './kept-entry.ts'
import { type Bringing, signupChanges } from './signup-changes.ts'

// A book of entries to which changes are applied, as the tables would be.
function book() {
  let entries: KeptEntry[] = []
  return {
    entries: () => entries,
    /** What is earned as it stands, all together. */
    sum: () =>
      (entries.filter(isLive).reduce((sum, { amount }) => sum + amount, 0) / 100).toFixed(2),
    state: () => {
      entries = entries.map((one) =>
        one.commission_status === 'accrued' ? { ...one, commission_status: 'stated' } : one,
      )
    },
    apply: ({ reversed, dropped, earned, added }: EntryChanges) => {
      const to = (one: KeptEntry): KeptEntry => {
        const now = earned.find(({ entry }) => entry.id === one.id)
        if (reversed.some(({ id }) => id === one.id))
          return { ...one, commission_status: 'reversed' }
        if (dropped.some(({ id }) => id === one.id)) return { ...one, commission_status: 'dropped' }
        return now ? { ...one, commission_status: 'accrued', invoice_id: now.invoice_id } : one
      }
      const more = added.map((one, place) => ({ ...one, id: entries.length + place + 1 }))
      entries = [...entries.map(to), ...more]
    },
    told: () =>
      entries.map(
        (one) =>
          `${one.kind} ${one.round} ${one.commission_status} ${toDecimalString(one.amount)}` +
          `${one.reverses_id ? ` of ${one.reverses_id}` : ''}`,
      ),
  }
}

const earns = (amount: string): EarnedCommission => ({
  ...{ partner_id: 1, kind: 'ongoing', rate: '10', unit: 'percent', share_percent: '100' },
  ...{ base: cents('26.04'), base_part: cents('26.04'), amount: cents(amount) },
})

function invoiceOf(own: ReturnType<typeof book>) {
  return (...wanted: EarnedCommission[]) => {
    const all = own.entries()
    const taken = all.filter(({ kind }) => kind === 'clawback')
    const kept = all.filter(({ kind }) => kind !== 'clawback')
    own.apply(invoiceChanges({ id: 7, contract_id: 3, customer_id: 2, wanted }, kept, taken))
  }
}

test('clearing earns once, reopening takes it back, clearing again is round 2', () => {
  const own = book()
  const stands = invoiceOf(own)
  stands(earns('2.60'))
  stands(earns('2.60'))
  expect(own.told()).toEqual(['ongoing 1 accrued 2.60'])
  stands()
  stands(earns('2.60'))
  expect(own.told()).toEqual(['ongoing 1 reversed 2.60', 'ongoing 2 accrued 2.60'])
})

test('another outcome of the discount takes back what was earned and earns the right amount', () => {
  const own = book()
  const stands = invoiceOf(own)
  stands(earns('2.60'))
  stands(earns('2.89'))
  expect(own.told()).toEqual(['ongoing 1 reversed 2.60', 'ongoing 2 accrued 2.89'])
  expect(own.sum()).toBe('2.89')
})

test('what was stated stays as it is and is taken back by an entry that names it', () => {
  const own = book()
  const stands = invoiceOf(own)
  stands(earns('2.60'))
  own.state()
  stands()
  expect(own.told()).toEqual(['ongoing 1 stated 2.60', 'clawback 1 accrued -2.60 of 1'])
  stands(earns('2.89'))
  stands(earns('2.89'))
  own.state()
  stands(earns('2.60'))
  expect(own.told().slice(2)).toEqual([
    'ongoing 2 stated 2.89',
    'clawback 2 accrued -2.89 of 3',
    'ongoing 3 accrued 2.60',
  ])
  expect(own.sum()).toBe('2.60')
})

const brought: Bringing = {
  ...{ status: 'expected', amount: cents('90.00'), clawback: cents('0.00'), agreed: '150.00' },
  ...{ partner_id: 1, contract_id: 3, customer_id: 2, share_percent: '60', invoice_id: null },
}
const signupOf = (own: ReturnType<typeof book>) => (more: Partial<Bringing>) =>
  own.apply(signupChanges({ ...brought, ...more }, own.entries()))
const earned = { status: 'earned', invoice_id: 7 } as const

test('a sign-up commission is expected, earned, partly taken back and given back', () => {
  const own = book()
  const stands = signupOf(own)
  stands({})
  stands({})
  expect(own.told()).toEqual(['signup 1 expected 90.00'])
  stands(earned)
  stands({ ...earned, clawback: cents('-54.25') })
  stands({ ...earned, clawback: cents('-54.25') })
  expect(own.told()).toEqual(['signup 1 accrued 90.00', 'clawback 1 accrued -54.25 of 1'])
  stands(earned)
  expect(own.told()).toEqual(['signup 1 accrued 90.00', 'clawback 1 reversed -54.25 of 1'])
  expect(own.sum()).toBe('90.00')
})

test('a claw-back that was stated is given back by an entry of its own', () => {
  const own = book()
  const stands = signupOf(own)
  stands({})
  stands({ ...earned, clawback: cents('-54.25') })
  own.state()
  stands(earned)
  expect(own.told()).toEqual([
    ...['signup 1 stated 90.00', 'clawback 1 stated -54.25 of 1', 'clawback 2 accrued 54.25 of 2'],
  ])
  stands({ ...earned, clawback: cents('-40.00') })
  expect(own.sum()).toBe('50.00')
})

test('no invoice cleared any more takes back all of it, and another one earns it again', () => {
  const own = book()
  const stands = signupOf(own)
  stands({})
  stands({ ...earned, clawback: cents('-54.25') })
  own.state()
  stands({ status: 'dropped' })
  expect(own.sum()).toBe('0.00')
  stands({ ...earned, invoice_id: 8, clawback: cents('-54.25') })
  expect(own.sum()).toBe('35.75')
  stands({})
  expect(own.sum()).toBe('0.00')
  expect(own.told().at(-1)).toBe('signup 3 expected 90.00')
})

test('a contract that ends before anything is cleared drops what was expected', () => {
  const own = book()
  const stands = signupOf(own)
  stands({})
  stands({ status: 'dropped' })
  stands({ status: 'dropped' })
  expect(own.told()).toEqual(['signup 1 dropped 90.00'])
  stands({})
  expect(own.told()).toEqual(['signup 1 dropped 90.00', 'signup 2 expected 90.00'])
})
