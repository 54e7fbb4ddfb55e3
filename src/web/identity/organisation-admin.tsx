import { Button } from '@mantine/core'
import { organisation } from '#domain/identity/organisation.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { api } from '#web/kit/session/api.ts'
import { accept, useSession } from '#web/kit/session/session.ts'

/** Edit Organisation, and the way into it for platform admins. */
export function Screen() {
  const { user } = useSession()
  async function workIn(organisation_id: number) {
    try {
      accept(await api.post('/user/role', { organisation_id }))
      // A full load leaves nothing of the other organisation in memory.
      location.assign('/app/home')
    } catch (cause) {
      toastProblem(cause)
    }
  }
  return (
    <EditScreen
      entity={organisation}
      actions={(row) =>
        row.id !== user?.organisation_id && (
          <Button variant="default" onClick={() => workIn(row.id)}>
            Work here
          </Button>
        )
      }
    />
  )
}
