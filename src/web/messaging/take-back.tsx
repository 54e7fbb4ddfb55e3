import { Anchor } from '@mantine/core'
import { useNavigate } from 'react-router'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { mayTakeBack } from '#domain/messaging/message-machine.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { returnedSms } from './sms/returned-sms.ts'
import { refreshThreads } from './thread-queries.ts'

type WaitingMessage = Pick<Message, 'id' | 'status' | 'author_id'>

/** Whether whoever looks at a message may take it back now. */
export function useMayTakeBack(): (row: WaitingMessage) => boolean {
  const { user, role } = useSession()
  return (row) => mayTakeBack(row, { user_id: user?.id, role })
}

/** Takes a message back that still waits; its words are where they can be written on. */
export function useTakeBack(): (row: WaitingMessage) => Promise<void> {
  const navigate = useNavigate()
  return async ({ id }) => {
    const { data, info, message } = await send(messageCalls.takeback, { id })
    await refreshTaken()
    if (data.status === 'draft') return navigate(`/app/message/edit?id=${id}`)
    toast(message)
    if (info.words === null) return
    const { customer_id, thread_id, purpose } = data
    const words = { purpose, text: info.words, file_ids: data.file_ids ?? [] }
    returnedSms.set({ customer_id, thread_id, ...words })
    const there = `/app/messages?state=all&thread=${thread_id}`
    await navigate(customer_id ? `/app/message/new?customer=${customer_id}&by=sms` : there)
  }
}

/** What shows a message shows it as it is now. */
export async function refreshTaken(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['message'] }),
    queryClient.invalidateQueries({ queryKey: ['messages'] }),
    refreshThreads(),
  ])
}

/** The way back beside a message that still waits; nothing where there is none. */
export function TakeBack({ row }: { row: WaitingMessage }) {
  const may = useMayTakeBack()(row)
  const takeBack = useTakeBack()
  if (!may) return null
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      onClick={() => void takeBack(row).catch(toastProblem)}
    >
      Take it back
    </Anchor>
  )
}
