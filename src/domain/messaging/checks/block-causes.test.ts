import { expect, test } from 'vitest'
import {
  type BlockCause,
  type BlockEntry,
  causesOf,
  decided,
  withCause,
  withoutCause,
} from './block-causes.ts'

const cause = (source: BlockCause['source'], more: Partial<BlockCause> = {}): BlockCause => ({
  ...{ source, type: 'sms', blocks: 'everything', reason: `Said by ${source}` },
  ...more,
})
const alone = (one: BlockCause): BlockEntry => ({ ...one, causes: null })
const sourcesOf = (entry: BlockEntry) => causesOf(entry).map(({ source }) => source)

test('a cause that comes later takes none of the others away', () => {
  const both = withCause(alone(cause('bounce')), cause('stop'))
  expect(both).toMatchObject({ source: 'bounce', blocks: 'everything', type: 'sms' })
  expect(sourcesOf(both)).toEqual(['bounce', 'stop'])
  const again = withCause(both, cause('stop', { reason: 'Again' }))
  expect(causesOf(again)).toMatchObject([{ source: 'bounce' }, { reason: 'Again' }])
})

test('the strictest is shown, and of these what the contact cannot take back', () => {
  const mild = alone(cause('staff', { blocks: 'promotional', type: 'all' }))
  const entry = withCause(mild, cause('stop'))
  expect(entry).toMatchObject({ source: 'stop', blocks: 'everything', type: 'all' })
  expect(withCause(entry, cause('staff'))).toMatchObject({ source: 'staff', type: 'sms' })
})

test('what is taken back leaves what the others said, as they said it', () => {
  const mild = cause('staff', { blocks: 'promotional', type: 'all' })
  const entry = withCause(alone(mild), cause('stop'))
  expect(withoutCause(entry, 'stop')).toMatchObject(mild)
  expect(withoutCause(alone(cause('stop')), 'stop')).toBeNull()
})

test('who lets more through lets it through whatever was said; who lets less through says so', () => {
  const entry = withCause(alone(cause('bounce')), cause('stop'))
  const looser = decided(entry, { blocks: 'promotional', reason: 'They asked us' })
  expect(causesOf(looser)).toEqual([
    cause('bounce', { blocks: 'promotional', reason: 'They asked us' }),
    cause('stop', { blocks: 'promotional' }),
  ])
  const tighter = decided(looser, { blocks: 'everything', reason: 'By phone' })
  expect(tighter).toMatchObject({ source: 'staff', blocks: 'everything', reason: 'By phone' })
  expect(sourcesOf(tighter)).toEqual(['staff', 'bounce', 'stop'])
})
