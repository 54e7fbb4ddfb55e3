import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMailbox } from '@tabler/icons-react'
import { useState } from 'react'
import { invoiceDocumentCalls } from '#domain/invoices/invoice-document-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import { saveFile } from '#web/kit/session/download.ts'

/** The selected invoices that go by post, as one file in the order of their postcodes. */
export function PostRun({ ids }: { ids: number[] }) {
  const [isBusy, setIsBusy] = useState(false)
  async function run() {
    setIsBusy(true)
    try {
      const headers = await saveFile(invoiceDocumentCalls.postRun, { ids }, 'post-run.pdf')
      const left = Number(headers.get('x-left-out') ?? 0)
      if (left > 0) toast(`${plural(left, 'invoice')} left out: not sent, or not by post.`)
    } catch (cause) {
      notifications.show({ color: 'red', message: messageFrom(cause), role: 'alert' })
    }
    setIsBusy(false)
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconMailbox size={15} aria-hidden />}
      onClick={() => void run()}
    >
      Post run
    </Button>
  )
}
