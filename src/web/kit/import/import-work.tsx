import { Paper, Progress, Text } from '@mantine/core'
import type { ImportWork as Work } from '#domain/kit/import/import-machine.ts'
import type { ImportRow } from './import-screen.ts'

interface Props {
  made: { many: string }
  row: ImportRow
  work: Work
}

/** How far the server is; the page may be left meanwhile. */
export function ImportWork({ made, row, work }: Props) {
  const { rows_total, rows_done, rows_accepted, rows_rejected } = row
  const total = rows_total ?? 0
  const isChecking = work === 'checking'
  const done = isChecking ? (rows_done ?? 0) : (rows_accepted ?? 0) + (rows_rejected ?? 0)
  const isKnown = work !== 'undoing' && total > 0
  const number = (value: number) => value.toLocaleString('en-NZ')
  const words = wordsOf(work, made.many)
  return (
    <Paper>
      <Text fw={600} size="sm" role="status">
        {words}
        {isKnown ? `: ${number(done)} of ${number(total)}` : ' …'}
      </Text>
      <Progress
        mt="xs"
        aria-label={words}
        value={isKnown ? (100 * done) / total : 100}
        animated={!isKnown}
      />
      <Text size="xs" c="dimmed" mt="xs">
        You can leave this page; the work goes on and you will find it here.
      </Text>
    </Paper>
  )
}

function wordsOf(work: Work, what: string): string {
  if (work === 'undoing') return `Taking the ${what} back`
  return `${work === 'checking' ? 'Checking' : 'Accepting'} the ${what}`
}
