import { Button, Tooltip } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { useSession } from '#web/kit/session/session.ts'
import { LastLook } from '#web/messaging/departure/last-look.tsx'

interface Props {
  ids: number[]
  isMain?: boolean
  onDone: () => void
}

/** Sends the chosen drafts after a last look, each by itself. */
export function SendDrafts({ ids, isMain = false, onDone }: Props) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const variant = isMain ? 'filled' : 'default'
  if (!atLeast(role, 'manager'))
    return (
      <Tooltip label="Needs the role manager." events={{ hover: true, focus: true, touch: true }}>
        <Button variant={variant} data-disabled aria-disabled onClick={(e) => e.preventDefault()}>
          Send drafts
        </Button>
      </Tooltip>
    )
  return (
    <>
      <Button
        variant={variant}
        disabled={ids.length === 0}
        leftSection={<IconSend size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Send drafts
      </Button>
      <LastLook
        action="statement"
        ids={isOpen ? ids : null}
        title="Send the drafts?"
        onClose={(isDone) => {
          setIsOpen(false)
          if (isDone) onDone()
        }}
      />
    </>
  )
}
