import { Button } from '@mantine/core'
import { atLeast } from '#domain/access/role.ts'
import { staff } from '#domain/identity/staff.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { useSession } from '#web/kit/session/session.ts'
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
            onClick={() =>
              openDialog({ title: 'Members and roles', size: 'lg' }, () => <Members />)
            }
          >
            Members and roles
          </Button>
        )
      }
    />
  )
}
