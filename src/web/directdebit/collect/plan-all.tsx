import { Button } from '@mantine/core'
import { IconCalendarDollar } from '@tabler/icons-react'
import { useState } from 'react'
import { CollectMany } from './collect-many.tsx'
import { collectableInvoices } from './open-pages.ts'

/** Every open invoice of those who authorised us, with a look at it first. */
export function PlanAll() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconCalendarDollar size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Plan all…
      </Button>
      {isOpen && <CollectMany find={collectableInvoices} onClose={() => setIsOpen(false)} />}
    </>
  )
}
