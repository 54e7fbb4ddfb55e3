import { Button, Group, Menu } from '@mantine/core'
import { IconDownload, IconFileText, IconMail, IconPhone, IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import type { Mandate } from '#domain/directdebit/mandate.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { ActionButton } from '#web/kit/frame/action-buttons.tsx'
import { GivenDialog } from './given-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { TakeOverDialog } from './take-over-dialog.tsx'

type Way = Mandate['source']

const ways: { way: Way; label: string; icon: typeof IconMail }[] = [
  { way: 'online', label: 'Invite', icon: IconMail },
  { way: 'phone', label: 'Phone', icon: IconPhone },
  { way: 'paper', label: 'Paper', icon: IconFileText },
  { way: 'import', label: 'Take over', icon: IconDownload },
]

/** The ways to an authority, side by side. */
export function BeginButtons(props: { row: EditRow; isPaperFirst?: boolean }) {
  const { row, isPaperFirst = false } = props
  const first: Way = isPaperFirst ? 'paper' : 'online'
  const [way, setWay] = useState<Way | null>(null)
  return (
    <Group gap="xs" justify="center">
      {ways.map(({ way: one, label, icon: Icon }) => (
        <Button
          key={one}
          variant={one === first ? 'filled' : 'default'}
          leftSection={<Icon size={15} aria-hidden />}
          onClick={() => setWay(one)}
        >
          {label}
        </Button>
      ))}
      <BeginDialog row={row} way={way} isReplacing={false} onClose={() => setWay(null)} />
    </Group>
  )
}

/** The same where there is one already. */
export function ReplaceButton({ row, whyNot }: { row: EditRow; whyNot: string | null }) {
  const [way, setWay] = useState<Way | null>(null)
  if (whyNot !== null) {
    const closed = { action: 'replace', allowed: false, reason: whyNot }
    return <ActionButton action={closed} label="Replace" isMain={false} onStart={() => {}} />
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconReplace size={15} aria-hidden />}>
            Replace
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ways.map(({ way: one, label, icon: Icon }) => (
            <Menu.Item
              key={one}
              leftSection={<Icon size={15} aria-hidden />}
              onClick={() => setWay(one)}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <BeginDialog row={row} way={way} isReplacing onClose={() => setWay(null)} />
    </>
  )
}

interface DialogProps {
  row: EditRow
  way: Way | null
  isReplacing: boolean
  onClose: () => void
}

function BeginDialog({ row, way, isReplacing, onClose }: DialogProps) {
  const shared = { row, isReplacing, onClose }
  if (way === null) return null
  if (way === 'online') {
    const email = String(row.email_invoice || row.email_primary || row.email || '')
    return <InviteDialog {...{ isReplacing, onClose, email }} customer_id={row.id} />
  }
  if (way === 'import') return <TakeOverDialog {...shared} />
  return <GivenDialog source={way} {...shared} />
}
