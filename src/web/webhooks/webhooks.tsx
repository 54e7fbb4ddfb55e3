import { Button, Card, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '#domain/kit/wording.ts'
import { type Webhook, webhookCalls } from '#domain/webhooks/webhook-calls.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { ShownOnce } from '#web/kit/frame/shown-once.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { Deliveries } from './deliveries.tsx'
import { type OpenedDialog, WebhookActions } from './webhook-actions.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** What happens here, told to the broker's own systems. */
export function Screen() {
  const hooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: async () => (await send(webhookCalls.list, {})).data ?? [],
    staleTime: 0,
  })
  const [opened, setOpened] = useState<OpenedDialog>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const rows = hooks.data ?? []
  const close = () => setOpened(null)
  const add = <Button onClick={() => setOpened({ what: 'new' })}>New Webhook</Button>
  return (
    <Page
      title="Webhooks"
      summary="Tell your own systems what happens here: ids and states, signed"
      actions={add}
    >
      <Stack gap="sm">
        {secret && <ShownOnce secret={secret} />}
        <Card withBorder p={0}>
          {hooks.isPending && <Skeleton height={160} />}
          {hooks.isError && <Trouble cause={hooks.error} onRetry={() => void hooks.refetch()} />}
          {hooks.isSuccess && rows.length === 0 && (
            <NothingHere
              title="Nobody listens yet."
              description="A webhook calls an address of yours when an invoice is paid, a contract begins and the like."
            />
          )}
          {rows.length > 0 && (
            <PlainTable
              label="Webhooks"
              columns={columnsFor(setOpened, setSecret)}
              rows={rows}
              keyOf={(row) => row.id}
            />
          )}
        </Card>
      </Stack>
      {(opened?.what === 'new' || opened?.what === 'edit') && (
        <WebhookForm
          hook={opened.what === 'edit' ? opened.hook : null}
          onClose={close}
          onSecret={setSecret}
        />
      )}
      {opened?.what === 'deliveries' && <Deliveries hook={opened.hook} onClose={close} />}
    </Page>
  )
}

function columnsFor(
  onOpen: (opened: OpenedDialog) => void,
  onSecret: (secret: string) => void,
): Column<Webhook>[] {
  return [
    { heading: 'Name', isRowHeading: true, cell: (row) => row.name },
    { heading: 'Address', cell: (row) => <Text size="sm">{row.url}</Text> },
    { heading: 'Events', width: 90, cell: ({ events }) => plural(events.length, 'event') },
    { heading: 'Status', width: 130, cell: (row) => <Standing row={row} /> },
    {
      heading: 'Actions',
      cell: (row) => <WebhookActions row={row} onOpen={onOpen} onSecret={onSecret} />,
    },
  ]
}

function Standing({ row }: { row: Webhook }) {
  const { is_active, failing_since, switched_off_at } = row
  if (switched_off_at) {
    const explanation = `Nothing arrived for three days; switched off ${formatStamp(switched_off_at)}`
    return <StatusChip value="failed" label="Switched off" explanation={explanation} />
  }
  if (!is_active) return <StatusChip value="off" label="Off" />
  if (!failing_since) return <StatusChip value="active" label="On" />
  const explanation = `Nothing has arrived since ${formatStamp(failing_since)}`
  return <StatusChip value="waiting" label="Failing" explanation={explanation} />
}
