import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { humanise } from '#domain/kit/wording.ts'
import { type Delivery, type Webhook, webhookCalls } from '#domain/webhooks/webhook-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { attempt } from './webhook-actions.tsx'

const statusTone = { waiting: 'waiting', delivered: 'done', failed: 'failed' } as const

const columns: Column<Delivery>[] = [
  { heading: 'Event', isRowHeading: true, cell: ({ type }) => type },
  { heading: 'Record', cell: ({ object_class, object_id }) => `${object_class} ${object_id}` },
  { heading: 'When', cell: ({ created_at }) => formatStamp(created_at) },
  {
    heading: 'Status',
    width: 120,
    cell: ({ delivery_status: status }) => (
      <StatusChip value={statusTone[status]} label={humanise(status)} />
    ),
  },
  { heading: 'Tries', isNumber: true, cell: ({ attempts }) => attempts },
  { heading: 'ms', isNumber: true, cell: ({ answer_ms }) => answer_ms },
  { heading: 'Answer', cell: (row) => <Text size="sm">{answerOf(row)}</Text> },
]

const again: Column<Delivery> = { heading: 'Actions', cell: (row) => <Again row={row} /> }

/** What was told to a webhook in the last thirty days, and what came of it. */
export function Deliveries({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const log = useQuery({
    queryKey: ['webhooks', hook.id, 'deliveries'],
    queryFn: async () => (await send(webhookCalls.deliveries, { id: hook.id })).data ?? [],
    staleTime: 0,
    refetchInterval: 5000,
  })
  const rows = log.data ?? []
  return (
    <Dialog isOpen title={`Log of ${hook.name}`} size="xl" onClose={onClose}>
      {log.isPending && <Skeleton height={160} />}
      {log.isError && <Trouble cause={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && rows.length === 0 && <NothingHere title="Nothing was told yet." />}
      {rows.length > 0 && (
        <PlainTable
          label="Deliveries"
          columns={[...columns, hook.is_active && again]}
          rows={rows}
          keyOf={(row) => row.id}
        />
      )}
    </Dialog>
  )
}

function answerOf({ answer_status, answer }: Delivery): string {
  return [answer_status, answer].filter(Boolean).join(' ')
}

function Again({ row }: { row: Delivery }) {
  return (
    <Button
      variant="subtle"
      aria-label={`Send ${row.message_id} again`}
      onClick={() => void attempt(() => send(webhookCalls.resend, { delivery_id: row.id }))}
    >
      Send again
    </Button>
  )
}
