import { Text, TextInput } from '@mantine/core'
import { useContext, useState } from 'react'
import { mandateCalls } from '#domain/directdebit/mandate-calls.ts'
import { forgetDebits } from '#web/directdebit/debit-query.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { RevealContext } from '#web/kit/form/reveal.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

interface Props {
  row: EditRow
  isReplacing: boolean
  onClose: () => void
}

/** Mails the customer where they can authorise us. */
export function InviteDialog({ row, isReplacing, onClose }: Props) {
  const known = row.email_invoice || row.email_primary || row.email || ''
  const [email, setEmail] = useState(String(known))
  const reveal = useContext(RevealContext)
  const submit = useSubmit(async () => {
    const asked = {
      customer_id: row.id,
      source: 'online' as const,
      email: email.trim(),
      ...(isReplacing ? { replace: true } : {}),
    }
    const answer = await reveal(() => send(mandateCalls.create, asked))
    if (!answer) return
    toast(answer.message)
    onClose()
    await forgetDebits()
  })
  return (
    <DialogForm
      isOpen
      title="Invite to direct debit"
      button="Send the invitation"
      submit={submit}
      onClose={onClose}
      isDisabled={email.trim() === ''}
    >
      <Text size="sm">
        They get a link that is good for 14 days. It says who collects and how to cancel, and leads
        to the provider’s own page, where they enter their account. A link sent before ends.
      </Text>
      {isReplacing && (
        <Text size="sm">
          The authority there is now stays until the new one can be used; debits not yet with the
          bank then move over.
        </Text>
      )}
      <TextInput
        label="Email address"
        type="email"
        data-autofocus
        value={email}
        error={submit.errorOf('email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
