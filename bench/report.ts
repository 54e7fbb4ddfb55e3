import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** One line of the result. */
export interface Line {
  key: string
  title: string
  ours: string
  reference: string
  /** What was reached, in the unit of the goal. */
  reached: string
  goal: string
  isMet: boolean
  figures: Record<string, unknown>
}

const folder = new URL('./results/', import.meta.url)

export function printReport(lines: readonly Line[]): void {
  const head = ['', 'case', 'Switchboard', 'beside', 'reached', 'goal', '']
  const rows = lines.map((line) => [
    line.key,
    line.title,
    line.ours,
    line.reference,
    line.reached,
    line.goal,
    line.isMet ? 'met' : 'MISSED',
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [head, ...rows])
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

/** Kept for comparing two states of the code on one machine; only ratios carry over to another. */
export function writeReport(lines: readonly Line[], facts: Record<string, unknown>): void {
  mkdirSync(folder, { recursive: true })
  const report = { at: new Date().toISOString(), cores: availableParallelism(), ...facts, lines }
  writeFileSync(new URL('latest.json', folder), `${JSON.stringify(report, null, 2)}\n`)
}
