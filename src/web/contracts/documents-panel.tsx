import { Anchor, Paper, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contractCalls, type DocumentVersion } from '#domain/contracts/contract-calls.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatMinute } from '#web/kit/session/clock.ts'
import { download } from '#web/kit/session/download.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './rates-panel.module.css'

/** The versions of the contract's document that were made, and what became of each. */
export function DocumentsPanel({ id }: { id: number }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['contract', id, 'documents'],
    queryFn: async () => (await send(contractCalls.documents, { id })).data ?? [],
  })
  if (isPending) return <Skeleton height={120} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data.length === 0) {
    return (
      <NothingHere
        title="Nothing here yet."
        description="Each time the contract is sent, the document the customer reads is kept here."
      />
    )
  }
  return (
    <Paper p={0}>
      <PlainTable
        label="Versions of the document"
        rows={data}
        keyOf={(row) => row.id}
        columns={[
          { heading: 'Version', cell: (row) => <OpenVersion row={row} contractId={id} /> },
          {
            heading: 'Sent',
            cell: (row) => (
              <>
                {shortStamp(row.created_at)}
                <div className={classes.quiet}>{row.sent_to}</div>
              </>
            ),
          },
          { heading: 'Opened', cell: (row) => (row.opened_at ? shortStamp(row.opened_at) : '—') },
          {
            heading: 'State',
            cell: (row) => <StatusChip value={stateOf(row)} label={stateOf(row)} />,
          },
          { heading: 'Since', cell: whatFollowed },
        ]}
      />
    </Paper>
  )
}

function OpenVersion({ row, contractId }: { row: DocumentVersion; contractId: number }) {
  const version = row.document_version
  const params = { id: contractId, version }
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => void download(contractCalls.document, params, `contract-${version}.pdf`)}
    >
      Version {version} (PDF)
    </Anchor>
  )
}

const stateOf = (row: DocumentVersion) =>
  row.accepted_at ? 'accepted' : row.withdrawn_at ? 'withdrawn' : 'offered'

function whatFollowed(row: DocumentVersion): string {
  if (row.accepted_at) return `${shortStamp(row.accepted_at)} by ${row.accepted_name ?? ''}`
  if (row.withdrawn_at) return shortStamp(row.withdrawn_at)
  return row.link_expires_at ? `Link works until ${shortStamp(row.link_expires_at)}` : '—'
}

const shortStamp = (instant: string) => formatMinute(instant)
