import { expect, test } from 'vitest'
import { ruleBook } from '#domain/identity/rule-book.ts'
import { differences, draftOf, isChanged } from './rules-draft.ts'

const kept = { effect: 'Something is odd.', isOn: true } as const
const figures = { factor: '3', days: 25 } as const
const book = ruleBook(
  {
    R01: { ...kept, title: 'High', severity: 'warning', parameters: figures },
    R02: { ...kept, title: 'Low', severity: 'warning', parameters: figures },
    R03: { ...kept, title: 'Nobody', severity: 'error', parameters: {}, always: 'It must be.' },
  },
  { isWeighed: true, labels: { factor: 'Factor', days: 'Days' } },
)
const draft = () => {
  const { R01, R02, R03 } = draftOf(book.defaults)
  if (!R01 || !R02 || !R03) throw new Error('A rule is missing.')
  return { R01, R02, R03 }
}

test('rules nobody changed store nothing', () => {
  expect(differences(book, draft())).toEqual({})
})

test('only what differs is stored, and reads back as it was set', () => {
  const { R01, R02, R03 } = draft()
  const changed = {
    R01: { ...R01, severity: 'error', parameters: { factor: '4', days: '92' } } as const,
    R02: { ...R02, isOn: false },
    R03,
  }
  const stored = differences(book, changed)
  expect(stored).toEqual({
    R01: { severity: 'error', parameters: { factor: '4', days: 92 } },
    R02: { isOn: false },
  })
  expect(book.schema.safeParse(stored).success).toBe(true)
  expect(draftOf(book.rulesFor(stored))).toEqual(changed)
})

test('3.0 is three, and what is no number is refused, as is a rule off that is always on', () => {
  const { R01, R02, R03 } = draft()
  expect(isChanged(book, 'R01', { ...R01, parameters: { factor: '3.0', days: '25' } })).toBe(false)
  const many = { R02: { ...R02, parameters: { factor: '3', days: 'many' } } }
  expect(book.schema.safeParse(differences(book, many)).success).toBe(false)
  const off = differences(book, { R03: { ...R03, isOn: false } })
  expect(book.schema.safeParse(off).success).toBe(false)
})
