import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { statementCalls } from '#domain/books/statement-calls.ts'
import { openDocument } from '#web/invoices/open-document.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  customer_id: number
  onClose: () => void
}

// As long as a statement is that names no days.
const firstDay = () => Temporal.PlainDate.from(today()).subtract({ months: 3 }).toString()

/** A customer's statement of account: of which days, looked at as the PDF it is, and mailed. */
export function StatementDialog({ customer_id, onClose }: Props) {
  const [from, setFrom] = useState(firstDay)
  const [to, setTo] = useState(today)
  const [email, setEmail] = useState('')
  const asked = { id: customer_id, from, to }
  const submit = useSubmit(async (key) => {
    const address = email.trim()
    const body = { ...asked, ...(address ? { email: address } : {}) }
    const { data } = await send(statementCalls.send, body, { key })
    toast(`Statement sent to ${data.to.join(', ')}.`)
    onClose()
    await queryClient.invalidateQueries()
  })
  return (
    <DialogForm
      isOpen
      title="Statement of account"
      button="Mail it"
      submit={submit}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayInput
          label="From"
          required
          value={from}
          error={submit.errorOf('from')}
          onChange={(day) => setFrom(day ?? '')}
        />
        <DayInput
          label="To"
          required
          value={to}
          error={submit.errorOf('to')}
          onChange={(day) => setTo(day ?? '')}
        />
      </SimpleGrid>
      <TextInput
        type="email"
        label="Mail it to"
        description="Left empty, it goes where the customer’s invoices go."
        value={email}
        error={submit.errorOf('email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div>
        <Button
          variant="default"
          leftSection={<IconFileText size={15} aria-hidden />}
          onClick={() => void openDocument(statementCalls.read, asked)}
        >
          Look at the PDF
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        The PDF goes with the mail as it is shown here.
      </Text>
    </DialogForm>
  )
}
