import { Alert, Badge, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import type { AccountChange } from '#domain/payees/payee.ts'
import { type FilePreviewRow, paymentFileCalls } from '#domain/payments/payment-file-calls.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'

/** Whether a payment may go out now. */
export const isReady = ({ refusal }: FilePreviewRow) => refusal === null

/** What a file of these payments would hold, as the server sees it now. */
export function useFilePreview(ids: readonly number[]) {
  return useQuery({
    queryKey: ['billpayments', 'file', ids],
    queryFn: async ({ signal }) =>
      (await send(paymentFileCalls.preview, { ids: [...ids] }, { signal })).data,
    staleTime: 0,
  })
}

const columns: Column<FilePreviewRow>[] = [
  { heading: 'Supplier', cell: (row) => row.supplier ?? '—', isRowHeading: true },
  { heading: 'To', cell: (row) => <Account row={row} /> },
  { heading: 'Amount', isNumber: true, cell: (row) => <Money value={row.amount} /> },
]

/** Whom the file pays and where; what is left out says why. */
export function FilePreview({ rows }: { rows: readonly FilePreviewRow[] | null | undefined }) {
  if (!rows) return <Skeleton height={80} />
  const [ready, left] = [rows.filter(isReady), rows.filter((row) => !isReady(row))]
  const changed = ready.filter(({ change }) => change !== null)
  return (
    <>
      {ready.length > 0 && (
        <PlainTable label="In this file" columns={columns} rows={ready} keyOf={(row) => row.id} />
      )}
      {changed.length > 0 && (
        <Text size="sm">
          {plural(changed.length, 'payment')} to a bank account that was changed in the last 30
          days. Look twice.
        </Text>
      )}
      {left.length > 0 && (
        <Alert color="amber" role="status" title={`${plural(left.length, 'payment')} left out`}>
          {left.map((row) => (
            <Text key={row.id} size="sm">
              {row.supplier}: {row.refusal}.
            </Text>
          ))}
        </Alert>
      )}
    </>
  )
}

function Account({ row }: { row: FilePreviewRow }) {
  return (
    <>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {row.account ? formatBankAccount(row.account) : '—'}
      </Text>
      <ChangedBadge change={row.change} />
    </>
  )
}

/** An account that was changed of late, with the day and the person. */
function ChangedBadge({ change }: { change: AccountChange | null }) {
  if (!change) return null
  return (
    <>
      <Badge color="amber" tt="none">
        Changed {formatDayShort(change.changed_date)}
      </Badge>
      <Text size="xs" c="dimmed">
        by {change.changed_by}
      </Text>
    </>
  )
}
