import { Alert, Badge, Skeleton, Text } from '@mantine/core'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import type { AccountChange } from '#domain/payees/payee.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'

/** A payment as it would stand in a file. */
export interface PreviewedPayment {
  id: number
  payee: string | null
  amount: string
  account: string | null
  change: AccountChange | null
  /** Why it is left out; null where it goes out. */
  refusal: string | null
  /** It is a payment to a supplier that goes along with others. */
  isAlong?: boolean
}

const keyOf = ({ id, isAlong = false }: PreviewedPayment) => `${isAlong} ${id}`

/** Whether a payment may go out now. */
export const isReady = ({ refusal }: PreviewedPayment) => refusal === null

const columnsOf = (payees: string): Column<PreviewedPayment>[] => [
  { heading: payees, cell: (row) => row.payee ?? '—', isRowHeading: true },
  { heading: 'To', cell: (row) => <Account row={row} /> },
  { heading: 'Amount', isNumber: true, cell: (row) => <Money value={row.amount} /> },
]

interface Props {
  /** Whom it pays, as the heading of their column. */
  payees: string
  rows: readonly PreviewedPayment[] | null | undefined
}

/** Whom the file pays and where; what is left out says why. */
export function FilePreview({ payees, rows }: Props) {
  if (!rows) return <Skeleton height={80} />
  const [ready, left] = [rows.filter(isReady), rows.filter((row) => !isReady(row))]
  const changed = ready.filter(({ change }) => change !== null)
  return (
    <>
      {ready.length > 0 && (
        <PlainTable label="In this file" columns={columnsOf(payees)} rows={ready} keyOf={keyOf} />
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
            <Text key={keyOf(row)} size="sm">
              {row.payee}: {row.refusal}.
            </Text>
          ))}
        </Alert>
      )}
    </>
  )
}

function Account({ row }: { row: PreviewedPayment }) {
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
