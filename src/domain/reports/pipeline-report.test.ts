import { expect, test } from 'vitest'
import { pipelineReport, stageOf } from './pipeline-report.ts'

const nothing = { end: '2026-11-30', is_renewed: false, is_offered: false, is_contacted: false }

test.each([
  [{}, '2026-11-01', 'none'],
  [{ is_contacted: true }, '2026-11-01', 'contacted'],
  [{ is_contacted: true, is_offered: true }, '2026-11-01', 'offered'],
  [{ is_renewed: true, is_offered: true }, '2026-11-01', 'renewed'],
  // Within 31 days another contract can still go on with it.
  [{ is_contacted: true }, '2026-12-31', 'contacted'],
  [{ is_contacted: true, is_offered: true }, '2027-01-01', 'lost'],
  [{ is_renewed: true }, '2027-01-01', 'renewed'],
  [{ end: null }, '2031-01-01', 'none'],
  // 2028 has a 29 February.
  [{ end: '2028-01-29' }, '2028-02-29', 'none'],
  [{ end: '2028-01-29' }, '2028-03-01', 'lost'],
] as const)('%o on %s is %s', (known, today, stage) => {
  expect(stageOf({ ...nothing, ...known }, today)).toBe(stage)
})

test('it opens with the last three months and the next twelve, whole', () => {
  expect(pipelineReport.usualSpan('2026-11-18')).toEqual({ from: '2026-08-01', to: '2027-11-30' })
  expect(pipelineReport.usualSpan('2027-02-28')).toEqual({ from: '2026-11-01', to: '2028-02-29' })
})
