import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { useSession } from '#web/kit/session/session.ts'
import { LastLook } from '#web/messaging/departure/last-look.tsx'

/** Approves the selected bills after a last look; what nobody has ticked stays a draft. */
export function BillBulk({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (!atLeast(role, 'accounting')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCheck size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Approve
      </Button>
      <LastLook
        action="bill_approve"
        ids={isOpen ? ids : null}
        title="Approve the bills?"
        onClose={(isDone) => {
          setIsOpen(false)
          if (isDone) onDone()
        }}
      />
    </>
  )
}
