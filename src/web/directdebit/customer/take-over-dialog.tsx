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
import { REPLACED } from './mandate-words.ts'

interface Props {
  row: EditRow
  isReplacing: boolean
  onClose: () => void
}

/** Uses an authority that the customer gave before, and that the provider has. */
export function TakeOverDialog({ row, isReplacing, onClose }: Props) {
  const [name, setName] = useState('')
  const reveal = useContext(RevealContext)
  const submit = useSubmit(async () => {
    const asked = {
      customer_id: row.id,
      source: 'import' as const,
      provider_mandate_id: name.trim(),
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
      title="Take an authority over"
      button="Take over"
      submit={submit}
      onClose={onClose}
      isDisabled={name.trim() === ''}
    >
      <Text size="sm">
        For customers who authorised you at GoCardless before. It is looked up there and used from
        now on; the customer is told, and open invoices that are not due yet are planned.
      </Text>
      {isReplacing && <Text size="sm">{REPLACED}</Text>}
      <TextInput
        label="Mandate ID"
        description="It stands beside the mandate in your GoCardless account, as in MD0001ABCDEF."
        required
        autoComplete="off"
        maxLength={60}
        data-autofocus
        value={name}
        error={submit.errorOf('provider_mandate_id')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
