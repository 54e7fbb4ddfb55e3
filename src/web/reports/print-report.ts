import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ReportDefinition, ReportRow } from '#domain/reports/report.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { askReport } from './ask-report.ts'
import { askedOf, type ReportState } from './report-state.ts'

const ROWS_AT_ONCE = 500
const MOST_PRINTED = 10_000

/**
 * Paper has no pages to turn: before a report is printed, all of its rows are asked for and stand in its
 * table until that is done.
 */
export function usePrinting({ name }: ReportDefinition, state: ReportState) {
  const [rows, setRows] = useState<readonly ReportRow[] | null>(null)
  const [isGathering, setIsGathering] = useState(false)
  async function print() {
    setIsGathering(true)
    const found = await allRows(name, state).finally(() => setIsGathering(false))
    window.addEventListener('afterprint', () => setRows(null), { once: true })
    flushSync(() => setRows(found))
    window.print()
  }
  return { rows, isGathering, print: () => void print().catch(toastProblem) }
}

async function allRows(name: string, state: ReportState): Promise<readonly ReportRow[]> {
  const asked = askedOf(name, state)
  const { signal } = new AbortController()
  const rows: ReportRow[] = []
  while (rows.length < MOST_PRINTED) {
    const page = { ...asked, limit: ROWS_AT_ONCE, offset: rows.length }
    const found = await askReport(page, { signal })
    rows.push(...found.rows)
    if (found.rows.length === 0 || rows.length >= found.info.total) break
  }
  return rows
}
