import { Anchor, Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { ConnectDialog } from './connect-dialog.tsx'

const title = 'Direct debit is not connected.'
const description =
  'Once your GoCardless account is connected, customers can authorise you to collect what they owe.'

/** Where the account is connected. */
export function NotConnected() {
  const { role } = useSession()
  const [isConnecting, setIsConnecting] = useState(false)
  const mayConnect = atLeast(role, 'admin')
  return (
    <NothingHere
      title={title}
      description={mayConnect ? description : `${description} An admin connects it here.`}
      icon={<IconPlugConnected size={36} stroke={1.5} aria-hidden />}
    >
      {mayConnect && <Button onClick={() => setIsConnecting(true)}>Connect GoCardless</Button>}
      {isConnecting && <ConnectDialog onClose={() => setIsConnecting(false)} />}
    </NothingHere>
  )
}

/** The same on other screens: the way there for those who can do something about it. */
export function NotConnectedYet() {
  const { role } = useSession()
  return (
    <NothingHere
      title={title}
      description={description}
      icon={<IconPlugConnected size={36} stroke={1.5} aria-hidden />}
    >
      {atLeast(role, 'admin') && (
        <Anchor component={Link} to="/app/directdebits" size="sm">
          Connect it
        </Anchor>
      )}
    </NothingHere>
  )
}
