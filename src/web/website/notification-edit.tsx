import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { notification } from '#domain/website/notification.ts'
import { notificationCalls } from '#domain/website/notification-calls.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

/** What the platform tells everybody, with the way to end it now. */
export function Screen() {
  return <EditScreen entity={notification} actions={(row) => <Expire row={row} />} />
}

function Expire({ row }: { row: EditRow }) {
  const expire = useMutation({
    mutationFn: () => send(notificationCalls.expire, { id: row.id }),
    onSuccess: async () => {
      toast('Nobody is shown it any more.')
      await queryClient.invalidateQueries()
    },
    onError: toastProblem,
  })
  const ends = typeof row.expires_at === 'string' ? Date.parse(row.expires_at) : null
  if (row.deleted_at || (ends !== null && ends <= Date.now())) return null
  return (
    <Button variant="default" loading={expire.isPending} onClick={() => expire.mutate()}>
      Expire
    </Button>
  )
}
