import { expect, test } from 'vitest'
import { dueDateOf } from './due-date.ts'

const offset = (days: number) => ({
  due_date_type: 'offset',
  due_date_value_offset: days,
  due_date_value_fixed: null,
})
const fixed = (day: number) => ({
  due_date_type: 'fixed',
  due_date_value_offset: null,
  due_date_value_fixed: day,
})

test.each([
  [offset(15), '2026-05-05', '2026-05-20'],
  [offset(10), '2026-12-15', '2026-12-29'],
  [fixed(20), '2026-05-05', '2026-06-22'],
  [fixed(31), '2026-01-10', '2026-03-02'],
  [fixed(29), '2028-01-31', '2028-02-29'],
])('by %o, an invoice of %s is due on %s', (rule, invoice_date, due) => {
  expect(dueDateOf(rule, invoice_date)).toBe(due)
})
