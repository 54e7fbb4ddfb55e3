import type { ImportCounts, ImportRow, PoolTab } from '#web/kit/import/import-screen.ts'

const of = (counts: ImportCounts, verdict: string) => counts[verdict] ?? 0

function tabOf(verdict: string, label: string, none: string): PoolTab {
  return {
    tab: verdict,
    label,
    none,
    count: (counts) => of(counts, verdict),
    params: { staged_status: 'waiting', row_status: verdict },
  }
}

/** The rows of a bank's file by what is known of them. */
export const lineTabs: PoolTab[] = [
  {
    tab: 'all',
    label: 'All',
    count: (counts) => counts.total ?? 0,
    params: {},
    none: 'There are no rows.',
  },
  tabOf('new', 'New', 'No row is new.'),
  tabOf('known', 'Already here', 'No row is here already.'),
  tabOf('doubtful', 'Doubtful', 'No row is doubtful.'),
  tabOf('error', 'Errors', 'No row has an error.'),
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

/** What somebody has to decide or mend comes first. */
export function firstOfLines(counts: ImportCounts, { import_status }: ImportRow): string {
  if (import_status !== 'ready') return 'all'
  return ['error', 'doubtful'].find((verdict) => of(counts, verdict) > 0) ?? 'all'
}

export function takeableLines(counts: ImportCounts) {
  const [known, doubtful, wrong] = ['known', 'doubtful', 'error'].map((one) => of(counts, one))
  const said = [
    known && `${known} already here`,
    doubtful && `${doubtful} for you to decide`,
    wrong && `${wrong} with errors`,
  ].filter(Boolean)
  const waiting = said.length > 0 ? `${said.join(', ')}.` : ''
  return { good: of(counts, 'new') + (known ?? 0), waiting }
}
