import { describe, expect, test } from 'vitest'
import { badgesOf } from './invoice-badges.ts'

const sent = {
  invoice_status: 'invoiced',
  balance: '103.50',
  due_date: '2026-05-20',
  discounted_date: '2026-05-20',
  discounted_total_this_period: '103.50',
  undiscounted_total_this_period: '115.00',
  ppd_state: 'open',
  is_held: false,
  hold_reason: null,
  delivery_problem: null,
  superseded_by_id: null,
} as const

const words = (more: object, today = '2026-05-10') =>
  badgesOf({ ...sent, ...more }, today).map((badge) => badge.word)

describe('the badges of an invoice', () => {
  test('a sent invoice says how long its discount is open', () => {
    expect(words({})).toEqual(['Discount open until 20 May'])
  })

  test('past its day it is overdue and its discount lost', () => {
    expect(words({ ppd_state: 'lost', balance: '115.00' }, '2026-05-21')).toEqual([
      'Overdue',
      'Discount lost',
    ])
  })

  test('money on it makes it partly paid', () => {
    expect(words({ balance: '3.50' })).toContain('Partly paid')
    expect(words({ ppd_state: 'lost', balance: '11.50' }, '2026-05-21')).toContain('Partly paid')
  })

  test('an invoice without a discount says nothing of one', () => {
    expect(words({ undiscounted_total_this_period: '103.50' })).toEqual([])
  })

  test('a list says it in few words', () => {
    const brief = (more: object) =>
      badgesOf({ ...sent, ...more }, '2026-05-10', true).map((badge) => badge.word)
    expect(brief({})).toEqual(['Discount'])
    expect(brief({ invoice_status: 'cleared', ppd_state: 'earned', balance: '0.00' })).toEqual([])
    expect(brief({ invoice_status: 'cancelled', superseded_by_id: 9 })).toEqual(['Redone'])
  })

  test('what holds it up comes before the discount', () => {
    expect(words({ is_held: true, delivery_problem: 'No address' })).toEqual([
      'Delivery problem',
      'Held',
      'Discount open until 20 May',
    ])
  })
})
