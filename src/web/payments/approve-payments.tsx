import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { useSession } from '#web/kit/session/session.ts'
import { LastLook } from '#web/messaging/departure/last-look.tsx'

/** Approves the chosen payments to suppliers after a last look; the bank's file takes them then. */
export function ApprovePayments({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (!atLeast(role, billpayment.access.write)) return null
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
        action="payment_approve"
        ids={isOpen ? ids : null}
        title="Approve the payments?"
        onClose={(isDone) => {
          setIsOpen(false)
          if (!isDone) return
          void forgetMoney()
          onDone()
        }}
      />
    </>
  )
}
