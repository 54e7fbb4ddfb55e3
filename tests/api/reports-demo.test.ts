import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportDefinition } from '#domain/reports/report.ts'
import { reports } from '#domain/reports/report-list.ts'
import type { Client } from '#tests/support/client.ts'
import { type DemoOffice, openDemoOffice } from '#tests/support/demo-office.ts'
import { readReport } from '#tests/support/reporting.ts'

let office: DemoOffice
let admin: Client

beforeAll(async () => {
  office = await openDemoOffice()
  admin = await office.as('admin')
})
afterAll(() => office.close())

const cents = (text: unknown) => Math.round(Number(text ?? 0) * 100)
const millionths = (text: unknown) => Math.round(Number(text ?? 0) * 1_000_000)
const all: readonly ReportDefinition[] = Object.values(reports)
const since = { from: '2025-01-01', to: '2026-12-31' }

describe.each(all)(
  '$title of the demonstration',
  ({ name, groups, columns, agreesWith, spans }) => {
    const asked = { name, ...(spans === 'period' ? since : {}) }

    test('has rows, the same total by every group, and what its rows come to', async () => {
      const whole = await readReport(admin, asked)
      expect(whole.rows.length).toBeGreaterThan(0)
      for (const group of Object.keys(groups)) {
        const { rows, info } = await readReport(admin, { ...asked, group })
        expect(info.totals).toEqual(whole.info.totals)
        if (info.total > rows.length) continue
        for (const { name, kind } of columns.filter((one) => !one.from && one.kind !== 'day')) {
          const whole = kind === 'quantity' ? millionths : cents
          const sum = rows.reduce((total, { values }) => total + whole(values[name]), 0)
          expect(sum, `${group} ${name}`).toBe(whole(info.totals[name]))
        }
      }
    })

    test.runIf(agreesWith)('agrees with the books, now and as at each end of a month', async () => {
      const days = ['2026-06-30', '2026-08-31', '2026-09-30', '2026-10-31']
      const spanned = spans === 'period' ? [{}, { period: 'month', day: '2026-10-10' }] : [{}]
      for (const as_at of [undefined, ...days])
        for (const more of spanned) {
          const given = { ...asked, ...more, ...(as_at ? { as_at } : {}) }
          const { from: _, to: __, ...byKind } = { from: '', to: '', ...given }
          const { info } = await readReport(admin, 'period' in given ? byKind : given)
          expect(info.agrees, JSON.stringify(given)).toMatchObject({ difference: '0.00' })
        }
    })
  },
)

test('what customers owe is 1100 and 2100, and what we owe 2000 and 1210', async () => {
  const [books] = await office.query<{ owed: string; owing: string }>(`select
      sum(amount) filter (where account in (1100, 2100))::text as owed,
      (-sum(amount) filter (where account in (2000, 1210)))::text as owing
    from accounttransactions`)
  const receivables = await readReport(admin, { name: 'receivables' })
  const payables = await readReport(admin, { name: 'payables' })
  expect(receivables.info.totals.total).toBe(books?.owed)
  expect(payables.info.totals.total).toBe(books?.owing)
})

test('one return is filed and locked, the next is prepared', async () => {
  const { data } = (await admin.get('/gstreturns')).body
  expect(data).toMatchObject([
    { period_end: '2026-11-30', return_status: 'prepared' },
    { period_end: '2026-10-31', return_status: 'filed', due_date: '2026-11-30' },
  ])
  for (const { box_5, box_11 } of data) expect([box_5, box_11]).not.toContain('0.00')
  const [lock] = await office.query<{ locked_to: string }>(
    'select locked_to from book_locks order by id desc limit 1',
  )
  expect(lock?.locked_to).toBe('2026-10-31')
})
