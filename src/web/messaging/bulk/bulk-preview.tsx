import { Alert, Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { plural } from '#domain/kit/wording.ts'
import {
  type BulkPreview,
  type BulkSample,
  bulkmessageCalls,
  type LeftOutCustomer,
} from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { channelWords } from '#domain/messaging/bulk/channel-order.ts'
import { leftOutReasons } from '#domain/messaging/bulk/left-out.ts'
import { sampleKinds } from '#domain/messaging/bulk/samples.ts'
import type { Edit, EditRow } from '#web/kit/form/use-edit.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { isApiProblem, messageFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { momentOf } from '#web/messaging/moment.ts'
import classes from './bulk.module.css'
import { usePreview } from './bulk-queries.ts'
import { BulkLook } from './bulk-start.tsx'

interface Props {
  row: EditRow | null
  edit: Edit
}

/** Who would get it and who would not, how it reads, and the way to start it. */
export function BulkPreviewPanel({ row, edit }: Props) {
  const isReady = row !== null && row.state === 'draft' && !edit.isDirty
  return (
    <Paper component="section" aria-labelledby="bulk-preview">
      <Title order={2} mb="sm" id="bulk-preview">
        Preview
      </Title>
      {isReady ? (
        <Preview row={row} />
      ) : (
        <Stack gap="sm" align="flex-start">
          <Text size="sm" c="dimmed">
            Once it is saved, you see here who would get it and how it reads.
          </Text>
          <Button variant="default" loading={edit.isBusy} onClick={() => void edit.save()}>
            Save and look
          </Button>
        </Stack>
      )}
    </Paper>
  )
}

function Preview({ row }: { row: EditRow }) {
  const { data, error, isFetching, refetch } = usePreview(row.id, row.version, true)
  const [isStarting, setIsStarting] = useState(false)
  if (error) return <Unready cause={error} />
  if (!data) return <Skeleton height={160} role="status" aria-label="Looking at everybody" />
  return (
    <Stack gap="md" aria-busy={isFetching}>
      <Counts preview={data} />
      <Group gap="xs">
        <Button disabled={data.recipients === 0} onClick={() => setIsStarting(true)}>
          Start…
        </Button>
        <TrialButton id={row.id} isEmpty={data.recipients === 0} />
        <Button variant="subtle" loading={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      </Group>
      <LeftOut preview={data} />
      <Samples samples={data.samples} />
      {isStarting && <BulkLook row={row} preview={data} onClose={() => setIsStarting(false)} />}
    </Stack>
  )
}

/** What is still missing, in the server's words; a mistake is named by its field. */
function Unready({ cause }: { cause: unknown }) {
  const errors = isApiProblem(cause) ? cause.errors : []
  return (
    <Alert color="amber" role="alert" title={errors.length > 0 ? 'Not ready yet' : undefined}>
      {errors.length > 0 ? errors.map(({ message }) => message).join(' ') : messageFrom(cause)}
    </Alert>
  )
}

function Counts({ preview }: { preview: BulkPreview }) {
  const { total, recipients, channels, waits_until } = preview
  return (
    <div>
      <Text fw={600}>
        {plural(recipients, 'person', 'people')} of {total.toLocaleString('en-NZ')} get it
      </Text>
      {channels.map(({ channel, recipients: count, segments }) => (
        <Text key={channel} size="sm">
          {channelWords[channel]}: {count.toLocaleString('en-NZ')}
          {segments !== null && count > 0 && `, ${plural(segments, 'part')} in all`}
        </Text>
      ))}
      {waits_until && (
        <Text size="sm" c="dimmed">
          Quiet hours: the first leave {momentOf(waits_until)}.
        </Text>
      )}
    </div>
  )
}

function LeftOut({ preview: { left_out } }: { preview: BulkPreview }) {
  if (left_out.length === 0) return null
  const count = left_out.reduce((sum, one) => sum + one.count, 0)
  return (
    <div>
      <Title order={3} size="sm" mb={4}>
        {plural(count, 'person', 'people')} left out
      </Title>
      {left_out.map(({ reason, count: some, customers }) => (
        <details key={reason} className={classes.reason}>
          <summary>
            {leftOutReasons[reason]}: {some.toLocaleString('en-NZ')}
          </summary>
          <Customers customers={customers} more={some - customers.length} />
        </details>
      ))}
    </div>
  )
}

function Customers({ customers, more }: { customers: LeftOutCustomer[]; more: number }) {
  return (
    <ul className={classes.customers}>
      {customers.map(({ customer_id, name, why }) => (
        <li key={customer_id}>
          <Anchor
            component={Link}
            to={`/app/customer/details?id=${customer_id}`}
            size="sm"
            underline="always"
          >
            {name}
          </Anchor>{' '}
          <Text span size="sm" c="dimmed">
            {why}
          </Text>
        </li>
      ))}
      {more > 0 && <li>and {more.toLocaleString('en-NZ')} more</li>}
    </ul>
  )
}

/** Each way it reads once, however many names that way has. */
function Samples({ samples }: { samples: BulkSample[] }) {
  const shown = samples.filter(
    ({ customer_id }, place) =>
      samples.findIndex((one) => one.customer_id === customer_id) === place,
  )
  return (
    <Stack gap="sm">
      {shown.map((sample) => (
        <figure key={sample.kind} className={classes.sample}>
          <figcaption>
            {sampleKinds[sample.kind]}: {sample.name}, {sample.to}
            {sample.segments !== null && ` · ${plural(sample.segments, 'part')}`}
          </figcaption>
          {sample.subject && <Text fw={600}>{sample.subject}</Text>}
          <Text size="sm" className={classes.words}>
            {sample.text.trim()}
          </Text>
        </figure>
      ))}
    </Stack>
  )
}

function TrialButton({ id, isEmpty }: { id: number; isEmpty: boolean }) {
  const [isBusy, setIsBusy] = useState(false)
  async function tryIt() {
    setIsBusy(true)
    try {
      toast((await send(bulkmessageCalls.trial, { id })).message)
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button variant="default" loading={isBusy} disabled={isEmpty} onClick={() => void tryIt()}>
      Send to me
    </Button>
  )
}
