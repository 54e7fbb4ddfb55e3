import type { ReactNode } from 'react'
import type { RowSeverity } from '#domain/kit/import/import-entity.ts'
import { plural } from '#domain/kit/wording.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { FindingList, findingsIn, mergedByCode } from './finding-list.tsx'
import type { ImportCounts, ImportRow, PoolTab, StagedRow } from './import-screen.ts'

// For kinds whose rules say how grave something is: error, warning, information or nothing.

export interface JudgedRow extends StagedRow {
  severity: RowSeverity
  findings: unknown
}

const of = (counts: ImportCounts, verdict: string) => counts[verdict] ?? 0
const waiting = { staged_status: 'waiting' }

export const severityTabs: PoolTab[] = [
  {
    tab: 'all',
    label: 'All',
    count: (counts) => counts.total ?? 0,
    params: {},
    none: 'There are no rows.',
  },
  {
    tab: 'error',
    label: 'Errors',
    count: (counts) => of(counts, 'error'),
    params: { ...waiting, severity: 'error' },
    none: 'No row has an error.',
  },
  {
    tab: 'warning',
    label: 'Warnings',
    count: (counts) => of(counts, 'warning'),
    params: { ...waiting, severity: 'warning' },
    none: 'No row has a warning.',
  },
  {
    tab: 'ready',
    label: 'Ready',
    count: (counts) => of(counts, 'ok') + of(counts, 'information'),
    params: { ...waiting, 'severity.in': 'ok,information' },
    none: 'No row is ready.',
  },
  {
    tab: 'accepted',
    label: 'Accepted',
    count: (counts) => of(counts, 'accepted'),
    params: { staged_status: 'accepted' },
    none: 'No row has been accepted yet.',
  },
  {
    tab: 'rejected',
    label: 'Left out',
    count: (counts) => of(counts, 'rejected'),
    params: { staged_status: 'rejected' },
    none: 'No row has been left out.',
  },
]

/** Errors first, while somebody can still mend them. */
export function firstOfSeverities(counts: ImportCounts, { import_status }: ImportRow): string {
  return import_status === 'ready' && of(counts, 'error') > 0 ? 'error' : 'all'
}

export function takeableBySeverity(counts: ImportCounts) {
  const wrong = of(counts, 'error')
  return {
    good: of(counts, 'ok') + of(counts, 'information') + of(counts, 'warning'),
    waiting: wrong > 0 ? `${plural(wrong, 'row')} with errors wait.` : '',
  }
}

export function wordsOfJudged({ findings }: JudgedRow): string {
  const said = findingsIn(findings).map(({ message }) => message)
  return said.join(' ') || 'ready'
}

const stateWords: { [state: string]: string } = {
  information: 'Ready',
  ok: 'Ready',
  accepted: 'Accepted',
  rejected: 'Left out',
}
const stateTones: { [state: string]: string } = {
  information: 'open',
  ok: 'active',
  accepted: 'accepted',
}

/** Where the row stands and what each rule says of it. */
export function JudgedState({ row, children }: { row: JudgedRow; children?: ReactNode }) {
  const state = row.staged_status === 'waiting' ? row.severity : row.staged_status
  const findings = mergedByCode(findingsIn(row.findings))
  // Errors and warnings begin with their own word.
  const isSaid = state === 'error' || state === 'warning'
  return (
    <>
      {!isSaid && (
        <StatusChip value={stateTones[state] ?? state} label={stateWords[state] ?? state} />
      )}
      <FindingList findings={findings} />
      {children}
    </>
  )
}
