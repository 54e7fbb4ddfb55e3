import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { guardCodeCalls } from '#domain/customers/guard-code-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { send } from '#web/kit/session/send.ts'
import { readGuardCodeAgain } from './guard-code-query.ts'

interface Props {
  isOpen: boolean
  customer_id: number
  onOpened: () => void
  onClose: () => void
}

/** Asks for the code that stands before a customer's direct debit details. */
export function GuardCodeDialog(props: Props) {
  // Each time it is asked anew: no code stays behind in the page.
  return props.isOpen ? <Question {...props} /> : null
}

function Question({ customer_id, onOpened, onClose }: Props) {
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<string | null>(null)
  const [isMailing, setIsMailing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = useSubmit(async () => {
    setIsMailing(false)
    try {
      await send(guardCodeCalls.verify, { customer_id, code })
    } catch (cause) {
      setCode('')
      input.current?.focus()
      throw cause
    }
    await readGuardCodeAgain(customer_id)
    onOpened()
  })
  const mail = useSubmit(async () => {
    setIsMailing(true)
    const { message } = await send(guardCodeCalls.send, { customer_id })
    setSent(message)
    input.current?.focus()
  })
  // What went wrong with the last thing asked for, not with the one before.
  const shown = isMailing ? { ...submit, problem: mail.problem } : submit
  return (
    <DialogForm
      isOpen
      title="Guard code"
      button="Open details"
      submit={shown}
      isDisabled={code.trim() === ''}
      onClose={onClose}
    >
      <Text size="sm">
        A guard code protects the direct debit details of this customer. It opens them to you for
        ten minutes.
      </Text>
      <PasswordInput
        ref={input}
        label="Guard code or one-time code"
        autoComplete="one-time-code"
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Stack gap={4} align="flex-start">
        <Button
          variant="subtle"
          size="compact-sm"
          loading={mail.isBusy}
          leftSection={<IconMail size={15} aria-hidden />}
          onClick={() => mail.onSubmit()}
        >
          {sent === null ? 'Send me a one-time code' : 'Send me another one'}
        </Button>
        <Text size="sm" role="status">
          {sent}
        </Text>
      </Stack>
    </DialogForm>
  )
}
