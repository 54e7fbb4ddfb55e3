import { Button } from '@mantine/core'
import { atLeast } from '#domain/access/role.ts'
import { staff } from '#domain/identity/staff.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { openDialog } from './dialog.tsx'
import { Members } from './members.tsx'

/** The staff, and for admins who of them may sign in as what. */
export function Screen() {
  const { role } = useSession()
  return (
    <ListScreen
      entity={staff}
      actions={
        atLeast(role, 'admin') && (
          <Button
            variant="default"
            onClick={() => openDialog('Members and roles', () => <Members />, 'lg')}
          >
            Members and roles
          </Button>
        )
      }
    />
  )
}
