import { Text } from '@mantine/core'
import { IconCreditCardPay } from '@tabler/icons-react'
import { atLeast } from '#domain/access/role.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { BeginButtons } from './begin-buttons.tsx'

/** What stands here before the first authority, and the ways to one. */
export function NoMandate({ row }: { row: EditRow }) {
  const { role } = useSession()
  const mayBegin = atLeast(role, 'accounting') && !row.deleted_at
  return (
    <NothingHere
      title={
        row.gocardless_mandate_status
          ? 'No authority is kept here yet.'
          : 'This customer does not pay by direct debit.'
      }
      description="Invite them to authorise you online, enter what they said on the phone or signed, or take over what GoCardless has."
      icon={<IconCreditCardPay size={36} stroke={1.5} aria-hidden />}
    >
      {mayBegin ? (
        <BeginButtons row={row} />
      ) : (
        <Text size="sm" c="dimmed">
          Accounting sets it up.
        </Text>
      )}
    </NothingHere>
  )
}
