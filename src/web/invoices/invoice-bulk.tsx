import { Button, Checkbox } from '@mantine/core'
import { IconBell, IconCheck, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { useSession } from '#web/kit/session/session.ts'
import { LastLook } from '#web/messaging/departure/last-look.tsx'

const steps = {
  approve: { label: 'Approve', title: 'Approve the invoices?', icon: IconCheck },
  send: { label: 'Send', title: 'Send the invoices?', icon: IconSend },
  remind: { label: 'Remind', title: 'Remind the customers?', icon: IconBell },
} as const

interface Props {
  step: keyof typeof steps
  ids: number[]
  onDone: () => void
}

/** One thing that can be done to the selected invoices at once, after a last look. */
export function InvoiceStep({ step, ids, onDone }: Props) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const [newDates, setNewDates] = useState(false)
  if (!atLeast(role, 'accounting')) return null
  const { label, title, icon: Icon } = steps[step]
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <LastLook
        action={step}
        ids={isOpen ? ids : null}
        title={title}
        options={step === 'send' && newDates ? { new_dates: true } : {}}
        onClose={(isDone) => {
          setIsOpen(false)
          if (isDone) onDone()
        }}
      >
        {step === 'send' && (
          <Checkbox
            label="With new dates"
            description="Due date and discount date move by the days that passed since approval."
            checked={newDates}
            onChange={(event) => setNewDates(event.currentTarget.checked)}
          />
        )}
      </LastLook>
    </>
  )
}
