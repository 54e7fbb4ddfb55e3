import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { LastLook } from '#web/messaging/departure/last-look.tsx'

const PAUSE_MS = 400

interface Props {
  id: number
  isOpen: boolean
  onClose: () => void
}

/** A reminder of what is owed without an invoice, as it would leave. */
export function AdjustmentReminder({ id, isOpen, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [reason] = useDebouncedValue(typed.trim(), PAUSE_MS)
  return (
    <LastLook
      action="adjustment_remind"
      ids={isOpen ? [id] : null}
      title="Send a reminder?"
      options={reason ? { reason } : {}}
      isReady={typed.trim() === reason}
      onClose={onClose}
    >
      <TextInput
        label="Reason"
        description="Who is cared for is reminded by hand and with a reason only."
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </LastLook>
  )
}
