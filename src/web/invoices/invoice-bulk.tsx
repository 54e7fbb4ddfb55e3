import { Button, Checkbox } from '@mantine/core'
import { IconBell, IconCheck, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { useSession } from '#web/kit/session/session.ts'
import { LastLook } from '#web/messaging/departure/last-look.tsx'
import { PostRun } from './post-run.tsx'

const steps = {
  approve: { label: 'Approve', title: 'Approve the invoices?', icon: IconCheck },
  send: { label: 'Send', title: 'Send the invoices?', icon: IconSend },
  remind: { label: 'Remind', title: 'Remind the customers?', icon: IconBell },
} as const
type Step = keyof typeof steps
const names = Object.keys(steps) as Step[]

/** What can be done to the selected invoices at once, each after a last look. */
export function InvoiceBulk({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { role } = useSession()
  const [step, setStep] = useState<Step | null>(null)
  const [newDates, setNewDates] = useState(false)
  if (!atLeast(role, 'accounting')) return null
  return (
    <>
      {names.map((name) => {
        const { label, icon: Icon } = steps[name]
        return (
          <Button
            key={name}
            variant="default"
            leftSection={<Icon size={15} aria-hidden />}
            onClick={() => setStep(name)}
          >
            {label}
          </Button>
        )
      })}
      <PostRun ids={ids} />
      <LastLook
        action={step ?? 'send'}
        ids={step && ids}
        title={steps[step ?? 'send'].title}
        options={step === 'send' && newDates ? { new_dates: true } : {}}
        onClose={(isDone) => {
          setStep(null)
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
