import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { directdebitCalls } from '#domain/directdebit/directdebit-calls.ts'
import { forgetDebitsSoon } from '#web/directdebit/debit-query.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

/** Asks the provider now, rather than at the next quarter of an hour. */
export function SyncNow() {
  const submit = useSubmit(async (key) => {
    try {
      const { message } = await send(directdebitCalls.sync, {}, { key })
      toast(message || 'The provider is being asked.')
      await forgetDebitsSoon()
    } catch (cause) {
      toastProblem(cause)
    }
  })
  return (
    <Button
      variant="default"
      loading={submit.isBusy}
      leftSection={<IconRefresh size={15} aria-hidden />}
      onClick={() => submit.onSubmit()}
    >
      Sync now
    </Button>
  )
}
