import { Button } from '@mantine/core'
import { organisation } from '#domain/identity/organisation.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { useSession, workIn } from '#web/kit/session/session.ts'

/** Edit Organisation, and the way into it for platform admins. */
export function Screen() {
  const { user } = useSession()
  return (
    <EditScreen
      entity={organisation}
      actions={(row) =>
        row.id !== user?.organisation_id && (
          <Button variant="default" onClick={() => workIn(row.id).catch(toastProblem)}>
            Work here
          </Button>
        )
      }
    />
  )
}
