import { expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { dropDraft, dropDrafts, KEPT_MS, keepable, readDraft, writeDraft } from './draft-storage.ts'

function emptyShelf(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (place) => [...kept.keys()][place] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

const draft = { at: 1000, version: 3, values: { name: 'New' }, base: { name: 'Old' } }

test('a draft is there again for its own person and record only', () => {
  const shelf = emptyShelf()
  writeDraft('5:1:customer:7', draft, shelf)
  expect(readDraft('5:1:customer:7', 2000, shelf)).toEqual(draft)
  expect(readDraft('6:1:customer:7', 2000, shelf)).toBeNull()
  expect(readDraft('5:1:customer:8', 2000, shelf)).toBeNull()
  dropDraft('5:1:customer:7', shelf)
  expect(readDraft('5:1:customer:7', 2000, shelf)).toBeNull()
})

test('what nobody came back for is gone, and signing out takes every draft and nothing else', () => {
  const shelf = emptyShelf()
  shelf.setItem('density', 'compact')
  writeDraft('old', draft, shelf)
  writeDraft('young', { ...draft, at: KEPT_MS }, shelf)
  dropDrafts('old', 1000 + KEPT_MS, shelf)
  expect(shelf.length).toBe(2)
  expect(readDraft('young', 1000 + KEPT_MS, shelf)).not.toBeNull()
  dropDrafts('all', 0, shelf)
  expect([shelf.length, shelf.getItem('density')]).toEqual([1, 'compact'])
})

test('what was damaged in the browser is no draft, and an endless one is not kept', () => {
  const shelf = emptyShelf()
  shelf.setItem('draft:torn', '{"at":')
  expect(readDraft('torn', 0, shelf)).toBeNull()
  writeDraft('endless', { ...draft, values: { notes: 'x'.repeat(300_000) } }, shelf)
  expect(shelf.length).toBe(1)
})

// Shows: V14.3.3
test('what harms a customer most is not among what is kept of a form', () => {
  const typed = {
    name: 'Kauri Cafe',
    required_for_medical: true,
    credit_risk: 'high',
    dob_joint: '1980-01-01',
    dob_holder: '1980-01-01',
    bank_account_number: '12-3113-0003869-00',
    bank_swift_number: 'ANZBNZ22',
    gocardless_customer_id: 'CU1',
    gocardless_mandate_id: 'MD1',
  }
  expect(keepable(customer, typed)).toEqual({ name: 'Kauri Cafe' })
})
