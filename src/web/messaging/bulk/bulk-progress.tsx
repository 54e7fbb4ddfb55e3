import { Alert, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { type BulkMessage, bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { BulkProgress } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { channelOrderWords } from '#domain/messaging/bulk/channel-order.ts'
import { countOf, outcomes } from '#domain/messaging/bulk/outcome.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import type { Info } from '#web/kit/session/api.ts'
import { momentOf } from '#web/messaging/moment.ts'
import { audienceWords } from './audience-words.ts'
import classes from './bulk.module.css'
import { BulkActions } from './bulk-actions.tsx'
import { BulkChip } from './bulk-chip.tsx'
import { bulkList } from './bulk-queries.ts'
import { BulkReport } from './bulk-report.tsx'
import { BulkSteps } from './bulk-steps.tsx'

interface Props {
  row: BulkMessage
  info: Info & { progress: BulkProgress }
}

const stages = { draft: 0, scheduled: 1, running: 2, paused: 2, cancelled: 3, done: 4 } as const

const facts = ['template_id', 'sms_template_id', 'parent_id', 'started_at', 'started_by_id']

/** How far it has come, what became of each, and what can be done about it. */
export function BulkProgressPage({ row, info }: Props) {
  const { what, filters } = audienceWords(row.audience)
  return (
    <Page
      title={row.name}
      summary={[channelOrderWords[row.channels], what, ...filters].join(' · ')}
      crumbs={<Crumbs path={[['Bulk messages', bulkList]]} here={row.name} />}
      chips={<BulkChip row={row} />}
      actions={<BulkActions row={row} info={info} />}
    >
      <Stack gap="md">
        <BulkSteps reached={stages[row.state]} />
        {row.state === 'paused' && (
          <Alert color="amber" role="status" title="Nothing leaves at the moment">
            {row.pause_reason
              ? `It paused itself because ${row.pause_reason}.`
              : 'Somebody paused it. It can go on, or be cancelled.'}
          </Alert>
        )}
        <Bar row={row} progress={info.progress} />
        <BulkReport row={row} progress={info.progress} />
        <Facts
          entity={bulkmessage}
          row={row}
          titles={info.titles ?? {}}
          names={facts}
          heading="Facts"
          isBrief
        />
        <Words row={row} />
      </Stack>
    </Page>
  )
}

/** What it says, as it was written; a template has words of its own. */
function Words({ row: { subject, text_base, text_sms } }: { row: BulkMessage }) {
  if (!subject && !text_base && !text_sms) return null
  return (
    <Paper component="section" aria-labelledby="bulk-words">
      <Title order={2} mb="sm" id="bulk-words">
        Words
      </Title>
      {subject && <Text fw={600}>{subject}</Text>}
      {text_base && (
        <Text size="sm" className={classes.words}>
          {text_base}
        </Text>
      )}
      {text_sms && (
        <Text size="sm" mt="sm" className={classes.words}>
          SMS: {text_sms}
        </Text>
      )}
    </Paper>
  )
}

function Bar({ row, progress }: { row: BulkMessage; progress: BulkProgress }) {
  const { states, waits_until, per_minute } = progress
  const total = row.recipients ?? 0
  const open = countOf(states, outcomes.open)
  const done = Math.max(0, total - open - countOf(states, ['cancelled']))
  const isUnderWay = row.state === 'running'
  return (
    <Paper component="section" aria-labelledby="bulk-progress">
      <Title order={2} mb="sm" id="bulk-progress">
        Progress
      </Title>
      <div aria-live="polite">
        <Text size="sm" mb={4} className={classes.number}>
          {done.toLocaleString('en-NZ')} of {total.toLocaleString('en-NZ')} looked after
        </Text>
        <Progress
          value={total === 0 ? 0 : (100 * done) / total}
          aria-label="Recipients looked after"
          animated={isUnderWay}
        />
        <Text size="sm" c="dimmed" mt={6}>
          {pace(row, { open, per_minute, waits_until })}
        </Text>
      </div>
    </Paper>
  )
}

interface Pace {
  open: number
  per_minute: number
  waits_until: string | null
}

/** When it goes on, or how long it takes. */
function pace(row: BulkMessage, { open, per_minute, waits_until }: Pace): string {
  if (row.state === 'scheduled' && row.not_before) return `It starts ${momentOf(row.not_before)}.`
  if (row.ended_at && open === 0) return `It ended ${momentOf(row.ended_at)}.`
  if (row.state !== 'running') return 'Nothing leaves at the moment.'
  if (waits_until) return `Quiet hours: it goes on ${momentOf(waits_until)}.`
  if (per_minute === 0) return 'They leave as fast as they go.'
  const minutes = Math.ceil(open / per_minute)
  const time = minutes <= 1 ? 'about a minute' : `about ${minutes.toLocaleString('en-NZ')} minutes`
  return `At most ${per_minute.toLocaleString('en-NZ')} a minute: ${time} more.`
}
