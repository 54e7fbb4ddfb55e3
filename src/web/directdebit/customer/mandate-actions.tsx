import { Button, Group } from '@mantine/core'
import { IconCalendarDollar } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { type Mandate, mandate as mandateEntity } from '#domain/directdebit/mandate.ts'
import { mandateCalls } from '#domain/directdebit/mandate-calls.ts'
import { isUsableStatus } from '#domain/directdebit/provider-words.ts'
import { CollectDialog } from '#web/directdebit/collect/collect-dialog.tsx'
import { forgetDebitsSoon } from '#web/directdebit/debit-query.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { ActionButton } from '#web/kit/frame/action-buttons.tsx'
import { usePermissions } from '#web/kit/session/permissions.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useRow } from '#web/kit/session/use-row.ts'
import { BeginButtons, ReplaceButton } from './begin-buttons.tsx'

const byReason: Record<string, ReasonAction> = {
  cancel: {
    title: 'Cancel the authority?',
    text: 'Debits that are not with the bank yet are cancelled, those with the bank run on, and the customer is told.',
    button: 'Cancel authority',
    call: mandateCalls.cancel,
    reason: 'needed',
    isDanger: true,
  },
  reinstate: {
    title: 'Let the authority come back?',
    text: 'The provider is asked to bring it back; open invoices that are not due yet are planned again.',
    button: 'Reinstate',
    call: mandateCalls.reinstate,
    reason: 'none',
  },
}
const whyClosed =
  'Only staff who may see direct debit details can change the authority. Ask your admin.'
const labels: Record<string, string> = { reinstate: 'Reinstate', cancel: 'Cancel authority' }

interface Props {
  mandate: Mandate
  row: EditRow
}

/** What can be done with an authority, drawn from what the server says is possible. */
export function MandateActions({ mandate, row }: Props) {
  const { role } = useSession()
  const { view_customer_direct_debit: maySee } = usePermissions()
  const [open, setOpen] = useState<string | null>(null)
  const answer = useRow(mandateEntity, mandate.id)
  if (!atLeast(role, 'accounting')) return null
  const isUsable = isUsableStatus(mandate.mandate_status)
  const asked = answer.data?.info.available_actions ?? []
  const actions = maySee
    ? asked
    : asked.map((one) => ({ ...one, allowed: false, reason: whyClosed }))
  const close = () => setOpen(null)
  return (
    <Group gap="xs">
      <ReasonDialog
        action={byReason[open ?? ''] ?? null}
        row={mandate}
        onClose={close}
        refresh={forgetDebitsSoon}
      />
      {open === 'collect' && <CollectDialog customer_id={row.id} onClose={close} />}
      {actions
        .filter((one) => one.action in labels && isOffered(one.action, isUsable))
        .map((one) => (
          <ActionButton
            key={one.action}
            action={one}
            label={labels[one.action] ?? ''}
            isMain={false}
            onStart={setOpen}
          />
        ))}
      {isUsable ? (
        <ReplaceButton row={row} whyNot={maySee ? null : whyClosed} />
      ) : (
        <BeginButtons row={row} isPaperFirst={mandate.ended_by === 'bank'} />
      )}
      {isUsable && (
        <Button
          leftSection={<IconCalendarDollar size={15} aria-hidden />}
          onClick={() => setOpen('collect')}
        >
          Collect
        </Button>
      )}
    </Group>
  )
}

/** One that can be used is ended, one that has ended comes back; never both. */
const isOffered = (action: string, isUsable: boolean) =>
  action === 'cancel' ? isUsable : !isUsable
