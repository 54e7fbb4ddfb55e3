import { PasswordInput, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { GUARD_CODE_MAX, GUARD_CODE_MIN } from '#domain/customers/guard-code.ts'
import { guardCodeCalls } from '#domain/customers/guard-code-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { readGuardCodeAgain } from './guard-code-query.ts'

interface Props {
  customer_id: number
  onClose: () => void
}

export function SetGuardCode({ customer_id, isChange, onClose }: Props & { isChange: boolean }) {
  const [code, setCode] = useState('')
  const submit = useSubmit(async () => {
    const { message } = await send(guardCodeCalls.set, { customer_id, code })
    await readGuardCodeAgain(customer_id)
    toast(message)
    onClose()
  })
  return (
    <DialogForm
      isOpen
      title={isChange ? 'Change guard code' : 'Set guard code'}
      button={isChange ? 'Change' : 'Set'}
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {isChange
          ? 'Whoever has opened the details with the old code is asked for the new one.'
          : 'The bank account and the mandate of this customer stay closed until the code is typed.'}
      </Text>
      <PasswordInput
        label={isChange ? 'New guard code' : 'Guard code'}
        description={`${GUARD_CODE_MIN} to ${GUARD_CODE_MAX} characters. It is not shown again.`}
        autoComplete="new-password"
        data-autofocus
        value={code}
        error={submit.errorOf('code')}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

export function RemoveGuardCode({ customer_id, onClose }: Props) {
  const [reason, setReason] = useState('')
  const submit = useSubmit(async () => {
    const { message } = await send(guardCodeCalls.remove, { customer_id, reason })
    await readGuardCodeAgain(customer_id)
    toast(message)
    onClose()
  })
  return (
    <DialogForm
      isOpen
      isDanger
      title="Remove guard code"
      button="Remove"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">Then everybody with the permission opens the details without a code.</Text>
      <Textarea
        label="Reason"
        description="Kept in the history."
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        value={reason}
        error={submit.errorOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
