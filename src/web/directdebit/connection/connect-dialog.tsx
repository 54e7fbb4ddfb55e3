import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { directdebitCalls } from '#domain/directdebit/directdebit-calls.ts'
import { forgetDebits } from '#web/directdebit/debit-query.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

/** Takes what opens the organisation's own account with the provider. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState('')
  const [secret, setSecret] = useState('')
  const submit = useSubmit(async () => {
    const asked = { token: token.trim(), webhook_secret: secret.trim() }
    const { message } = await send(directdebitCalls.connect, asked)
    toast(message)
    onClose()
    await forgetDebits()
  })
  const shared = { autoComplete: 'new-password', required: true, maxLength: 500 }
  return (
    <DialogForm
      isOpen
      title="Connect GoCardless"
      button="Connect"
      submit={submit}
      onClose={onClose}
      isDisabled={token.trim() === '' || secret.trim() === ''}
    >
      <Text size="sm">
        Both come from your own GoCardless account, under Developers. They are kept sealed and never
        shown again.
      </Text>
      <PasswordInput
        {...shared}
        label="Access token"
        description="One that may read and write."
        data-autofocus
        value={token}
        error={submit.errorOf('token')}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <PasswordInput
        {...shared}
        label="Secret of the webhook"
        description="You choose it where the webhook is made there; its address is shown here once this is connected."
        value={secret}
        error={submit.errorOf('webhook_secret')}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
