import { Button } from '@mantine/core'
import { IconCalendarDollar } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { useIsConnected } from '#web/directdebit/debit-query.ts'
import { useSession } from '#web/kit/session/session.ts'
import { CollectMany } from './collect-many.tsx'
import { chosenInvoices } from './open-pages.ts'

/** Collects the invoices that were chosen in a list. */
export function CollectChosen({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { role } = useSession()
  const isConnected = useIsConnected()
  const [isOpen, setIsOpen] = useState(false)
  if (!atLeast(role, 'accounting') || !isConnected) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarDollar size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Collect
      </Button>
      {isOpen && (
        <CollectMany
          find={() => chosenInvoices(ids)}
          onClose={(isDone) => {
            setIsOpen(false)
            if (isDone) onDone()
          }}
        />
      )}
    </>
  )
}
