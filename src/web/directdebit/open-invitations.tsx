import { Anchor, Button, Group, Skeleton } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { directdebitCalls, type OpenInvitation } from '#domain/directdebit/directdebit-calls.ts'
import { businessDayOf, formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { DebitDetailsGuard } from '#web/customers/guard-details.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { InviteDialog } from './customer/invite-dialog.tsx'
import { forgetDebits, invitationsQuery } from './debit-query.ts'

const DAY_MS = 24 * 3_600_000

const columns: Column<OpenInvitation>[] = [
  {
    heading: 'Customer',
    isRowHeading: true,
    cell: ({ customer_id, customer_name }) => (
      <Anchor
        component={Link}
        to={`/app/customer/details?tab=direct-debit&id=${customer_id}`}
        size="sm"
      >
        {customer_name}
      </Anchor>
    ),
  },
  { heading: 'Sent to', cell: ({ email }) => email },
  { heading: 'Sent', cell: (row) => `${formatStamp(row.sent_at)} by ${row.invited_by}` },
  { heading: 'Waiting', cell: (row) => waitingOf(row) },
  { heading: 'How far', cell: (row) => <HowFar row={row} /> },
  { heading: 'Actions', cell: (row) => <Actions row={row} /> },
]

/** Whom we wait for: since when, how far they came, and what can be done about it. */
export function OpenInvitations() {
  const { data, error, refetch } = useQuery(invitationsQuery)
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} radius="lg" />
  if (data.length === 0)
    return (
      <NothingHere
        title="Nobody is invited."
        description="Invite a customer on the Direct debit tab of their page."
        icon={<IconMailForward size={36} stroke={1.5} aria-hidden />}
      />
    )
  return <PlainTable label="Invitations" columns={columns} rows={data} keyOf={(row) => row.id} />
}

function waitingOf({ sent_at }: OpenInvitation): string {
  const days = Math.floor((Date.now() - Date.parse(sent_at)) / DAY_MS)
  return days < 1 ? 'Since today' : plural(days, 'day')
}

function HowFar({ row }: { row: OpenInvitation }) {
  const { is_expired, has_begun, opened_at, expires_at } = row
  if (is_expired)
    return (
      <StatusChip
        value="expired"
        label="Link has ended"
        explanation={`It was good until ${formatDayShort(businessDayOf(expires_at))}.`}
      />
    )
  if (has_begun)
    return (
      <StatusChip
        value="pending"
        label="On the provider’s page"
        explanation="They went on to enter their account, and have not finished."
      />
    )
  return opened_at ? (
    <StatusChip value="pending" label="Opened" explanation={formatStamp(opened_at)} />
  ) : (
    <StatusChip value="draft" label="Not opened yet" />
  )
}

async function attempt(call: Promise<{ message: string }>): Promise<void> {
  try {
    toast((await call).message)
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await forgetDebits()
  }
}

function Actions({ row }: { row: OpenInvitation }) {
  const { id, customer_id, customer_name, email, replaces } = row
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        variant="subtle"
        aria-label={`Send again to ${customer_name}`}
        onClick={() => setIsAsked(true)}
      >
        Send again
      </Button>
      <Button
        variant="subtle"
        color="red"
        aria-label={`Withdraw the invitation of ${customer_name}`}
        onClick={() => attempt(send(directdebitCalls.withdrawInvitation, { id }))}
      >
        Withdraw
      </Button>
      {isAsked && (
        <DebitDetailsGuard customer_id={customer_id}>
          <InviteDialog
            {...{ customer_id, email }}
            isReplacing={replaces}
            onClose={() => setIsAsked(false)}
          />
        </DebitDetailsGuard>
      )}
    </Group>
  )
}
