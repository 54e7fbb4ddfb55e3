import { Alert, Button, Card, List, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { humanise, inThousands, plural } from '#domain/kit/wording.ts'
import {
  type UpkeepKind,
  type UpkeepOutcome,
  type UpkeepReport,
  upkeepCalls,
} from '#domain/upkeep/upkeep-calls.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'

const kinds: Record<UpkeepKind, string> = {
  drill: 'Backup and trial restore',
  books: 'Books and history verified',
  rotation: 'Change of the field key',
  backup: 'Backup by hand',
}

const explained: Record<UpkeepOutcome, string> = {
  waiting: 'Begins in a moment.',
  running: 'Under way; people can go on working.',
  passed: 'Everything was there, and as it should be.',
  failed: 'Something was missing or not as it should be.',
  interrupted: 'The server ended before it was done. It is tried again every night.',
}

const isUnderWay = ({ outcome }: UpkeepReport) => outcome === 'waiting' || outcome === 'running'

/** What looks after the installation itself, for platform admins. */
export function Screen() {
  const reports = useQuery({
    queryKey: ['upkeep'],
    queryFn: async () => (await send(upkeepCalls.list, {})).data ?? [],
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2000 : 60_000),
  })
  const rows = reports.data ?? []
  const latest = rows.find(({ kind }) => kind === 'drill')
  const made = rows.find(({ kind }) => kind === 'drill' || kind === 'backup')
  return (
    <Page
      title="System"
      summary={made ? summaryOf(made) : 'Every night a backup is made and restored on trial.'}
      actions={<RunNow isUnderWay={latest !== undefined && isUnderWay(latest)} />}
    >
      {troubled(rows).map((report) => (
        <Findings key={report.id} report={report} />
      ))}
      <Card withBorder p={0} mt="sm">
        {reports.isPending && <Skeleton height={240} />}
        {reports.isError && (
          <Trouble cause={reports.error} onRetry={() => void reports.refetch()} />
        )}
        {reports.isSuccess && rows.length === 0 && (
          <NothingHere title="Nothing here yet." description="The first one runs tonight." />
        )}
        {rows.length > 0 && (
          <PlainTable label="Upkeep" columns={columns} rows={rows} keyOf={(row) => row.id} />
        )}
      </Card>
    </Page>
  )
}

function RunNow({ isUnderWay: isBusy }: { isUnderWay: boolean }) {
  const start = useMutation({
    mutationFn: () => send(upkeepCalls.drill, {}),
    onSuccess: ({ message }, _input, _kept, { client }) => {
      toast(message ?? 'Started.')
      void client.invalidateQueries({ queryKey: ['upkeep'] })
    },
    onError: toastProblem,
  })
  return (
    <Button
      variant="default"
      loading={start.isPending}
      disabled={isBusy}
      onClick={() => start.mutate()}
    >
      Back up and try it now
    </Button>
  )
}

const found: Record<UpkeepKind, string> = {
  drill: 'The last trial restore found something',
  books: 'The last check of the books found something',
  rotation: 'The last change of the key found something',
  backup: 'The last backup by hand found something',
}

/** The latest of each kind that ended, where it found something. */
function troubled(rows: readonly UpkeepReport[]): UpkeepReport[] {
  const kindsToTell: readonly UpkeepKind[] = ['drill', 'books', 'backup']
  const latest = kindsToTell.map((kind) =>
    rows.find((row) => row.kind === kind && !isUnderWay(row)),
  )
  return latest.filter((row) => row !== undefined).filter(({ outcome }) => outcome === 'failed')
}

function Findings({ report }: { report: UpkeepReport }) {
  return (
    <Alert color="red" variant="light" title={found[report.kind]} mt="sm">
      <List size="sm">
        {(report.detail.findings ?? []).map((finding) => (
          <List.Item key={finding}>{finding}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function summaryOf(latest: UpkeepReport): string {
  const { backup } = latest.detail
  const what = latest.kind === 'backup' ? 'A backup' : 'A trial restore'
  const when = formatStamp(latest.finished_at ?? latest.started_at)
  if (isUnderWay(latest)) return `${what} is under way since ${when}.`
  return backup ? `Last backup: ${backup}, ${when}` : `Last tried: ${when}`
}

const columns: Column<UpkeepReport>[] = [
  { heading: 'What', cell: ({ kind }) => kinds[kind], isRowHeading: true },
  {
    heading: 'Outcome',
    cell: ({ outcome }) => (
      <StatusChip value={outcome} label={humanise(outcome)} explanation={explained[outcome]} />
    ),
  },
  { heading: 'Started', cell: ({ started_at }) => formatStamp(started_at) },
  { heading: 'By', cell: ({ asked_by }) => asked_by ?? 'The clock' },
  { heading: 'Result', cell: (report) => <Text size="sm">{resultOf(report)}</Text> },
]

function resultOf({ detail, outcome }: UpkeepReport): string {
  const { rows, files, seconds, findings } = detail
  if (findings && findings.length > 0) return plural(findings.length, 'finding')
  if (rows === undefined || files === undefined) return explained[outcome]
  const took = seconds === undefined ? '' : ` in ${seconds} s`
  return `${inThousands(String(rows))} rows, ${plural(files, 'file')}${took}`
}
