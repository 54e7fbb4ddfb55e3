import {
  Anchor,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Text,
  Title,
} from '@mantine/core'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { BulkMessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { BulkProgress } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { type BulkRecipient, bulkrecipient } from '#domain/messaging/bulk/bulkrecipient.ts'
import { channelWords } from '#domain/messaging/bulk/channel-order.ts'
import { leftOutReasons } from '#domain/messaging/bulk/left-out.ts'
import {
  countOf,
  type Outcome,
  outcomes,
  recipientStateWords,
} from '#domain/messaging/bulk/outcome.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { csvName, download } from '#web/kit/session/download.ts'
import { csvCall, listInput } from '#web/kit/session/row-calls.ts'
import { useSession } from '#web/kit/session/session.ts'
import classes from './bulk.module.css'
import { useRecipients } from './bulk-queries.ts'

const outcomeWords: Record<Outcome, string> = {
  missed: 'Did not get it',
  got: 'Got it',
  open: 'Still to come',
}
const names = ['missed', 'got', 'open'] as const

interface Props {
  row: BulkMessage
  progress: BulkProgress
}

/** What became of it, by outcome; each leads to whom it is about. */
export function BulkReport({ row, progress }: Props) {
  const { states, left_out, complained } = progress
  const { role } = useSession()
  const [chosen, choose] = useQueryState('outcome', parseAsStringLiteral(names))
  const isOver = row.state === 'done' || row.state === 'cancelled'
  const outcome = chosen ?? (isOver || countOf(states, outcomes.open) === 0 ? 'missed' : 'open')
  return (
    <Paper component="section" aria-labelledby="bulk-report">
      <Title order={2} mb="sm" id="bulk-report">
        Report
      </Title>
      <ul className={classes.counts}>
        {Object.values(outcomes)
          .flat()
          .filter((state) => (states[state] ?? 0) > 0)
          .map((state) => (
            <li key={state}>
              <StatusChip value={state} label={recipientStateWords[state]} />{' '}
              <span className={classes.number}>{(states[state] ?? 0).toLocaleString('en-NZ')}</span>
            </li>
          ))}
      </ul>
      {left_out.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          Left out:{' '}
          {left_out
            .map(({ reason, count }) => `${leftOutReasons[reason].toLowerCase()} ${count}`)
            .join(', ')}
        </Text>
      )}
      {complained > 0 && (
        <Text size="sm" mt={4}>
          Complaints: {complained}
        </Text>
      )}
      <Group mt="md" mb="sm">
        <SegmentedControl
          aria-label="Outcome"
          data={names.map((value) => ({
            value,
            label: `${outcomeWords[value]} ${countOf(states, outcomes[value]).toLocaleString('en-NZ')}`,
          }))}
          value={outcome}
          onChange={(next) => void choose(names.find((one) => one === next) ?? null)}
        />
        {atLeast(role, 'manager') && countOf(states, outcomes[outcome]) > 0 && (
          <Button variant="default" onClick={() => exportOf(row.id, outcome)}>
            Export
          </Button>
        )}
      </Group>
      <Recipients id={row.id} outcome={outcome} version={JSON.stringify(states)} />
    </Paper>
  )
}

/** All of them, however many are shown. */
function exportOf(id: number, outcome: Outcome) {
  const asked = listInput({ bulk_id: id, 'state.in': outcomes[outcome].join(',') })
  return download(csvCall(bulkrecipient), asked, csvName(bulkrecipient.plural, new Date()))
}

function Recipients(props: { id: number; outcome: Outcome; version: string }) {
  const { id, outcome, version } = props
  const { data, error, refetch } = useRecipients(id, outcomes[outcome], version)
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  if (data.rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {nobody[outcome]}
      </Text>
    )
  const nameOf = ({ customer_id }: BulkRecipient) =>
    data.titles.customer?.[customer_id] ?? `Customer ${customer_id}`
  const more = data.total - data.rows.length
  return (
    <>
      <PlainTable
        label={outcomeWords[outcome]}
        columns={columnsWith(nameOf)}
        rows={data.rows}
        keyOf={({ id: row }) => row}
      />
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          and {more.toLocaleString('en-NZ')} more
        </Text>
      )}
    </>
  )
}

const nobody: Record<Outcome, string> = {
  missed: 'Everybody who was to get it got it, or still will.',
  got: 'Nobody has got it yet.',
  open: 'Nobody waits for it.',
}

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

const columnsWith = (nameOf: (row: BulkRecipient) => string): Column<BulkRecipient>[] => [
  {
    heading: 'Customer',
    isRowHeading: true,
    cell: (row) => (
      <Anchor component={Link} to={`/app/customer/details?id=${row.customer_id}`} size="sm">
        {nameOf(row)}
      </Anchor>
    ),
  },
  {
    heading: 'Outcome',
    cell: (row) => (
      <>
        <StatusChip value={row.state} label={recipientStateWords[row.state]} /> <Why row={row} />
      </>
    ),
  },
  {
    heading: 'To',
    cell: ({ channel, address }) => (channel ? `${channelWords[channel]} ${address}` : '–'),
    className: classes.address,
  },
]

/** Why somebody was left out, or the message that went there. */
function Why({ row: { reason, why, message_id } }: { row: BulkRecipient }) {
  if (reason)
    return (
      <Text span size="sm" c="dimmed">
        {capital(why ?? leftOutReasons[reason])}
      </Text>
    )
  if (message_id === null) return null
  return (
    <Anchor component={Link} to={`/app/message?id=${message_id}`} size="sm">
      Message
    </Anchor>
  )
}
