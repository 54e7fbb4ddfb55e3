import { expect, test } from 'vitest'
import { dropDraft, dropDrafts, KEPT_MS, readDraft, writeDraft } from './draft-storage.ts'

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
