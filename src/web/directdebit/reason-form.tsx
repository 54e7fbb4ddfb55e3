import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { forgetDebits } from './debit-query.ts'

interface Props {
  title: string
  text: string
  button: string
  isDanger?: boolean
  /** Does it, and answers what the server said. */
  run: (reason: string, key: string) => Promise<{ message: string }>
  onClose: () => void
}

/** Asks why, for what is not done to a row. */
export function ReasonForm({ title, text, button, isDanger = false, run, onClose }: Props) {
  const [reason, setReason] = useState('')
  const submit = useSubmit(async (key) => {
    toast((await run(reason.trim(), key)).message)
    onClose()
    await forgetDebits()
  })
  return (
    <DialogForm isOpen {...{ title, button, submit, onClose, isDanger }}>
      <Text size="sm">{text}</Text>
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
