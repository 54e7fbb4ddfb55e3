import { Button } from '@mantine/core'
import { IconHelpHexagon, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Thread } from '#domain/messaging/thread.ts'
import { threadCalls } from '#domain/messaging/thread-calls.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { refreshThreads } from './thread-queries.ts'

/** Whoever is nobody's customer asks for something, or writes what nobody wants. */
export function SortStranger({ thread: { id, is_junk } }: { thread: Thread }) {
  const navigate = useNavigate()
  const enquire = () =>
    send(threadCalls.enquiry, { id })
      .then(({ data, message }) => {
        toast(message)
        void navigate(`/app/enquiry?id=${data.enquiry_id}`)
      })
      .catch(toastProblem)
      .finally(() => void refreshThreads())
  const sort = () =>
    send(threadCalls.junk, { id, is_junk: !is_junk })
      .then(({ message }) => toast(message))
      .catch(toastProblem)
      .finally(() => void refreshThreads())
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconHelpHexagon size={14} aria-hidden />}
        onClick={() => void enquire()}
      >
        Make an enquiry
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => void sort()}
      >
        {is_junk ? 'Not junk' : 'Junk'}
      </Button>
    </>
  )
}
