import { Paper, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { send } from '#web/kit/session/send.ts'
import { useRowId } from '#web/kit/session/use-row.ts'
import { Screen as MessageScreen } from '#web/messaging/message-screen.tsx'
import { threadMessagesQuery } from '#web/messaging/thread-queries.ts'
import { MailForm } from './mail-form.tsx'
import { isPrintedFor } from './mail-preview.tsx'
import { ownerOf } from './owner-of.ts'
import { useReplyPicker } from './pickers.ts'
import { useDraft } from './use-draft.ts'
import { useMeanwhile } from './use-meanwhile.ts'

/** A draft goes on being written; what was said already is read instead. */
export function Screen() {
  const id = useRowId()
  const { data, error, refetch } = useQuery({
    queryKey: ['message', id, 'draft'],
    queryFn: async ({ signal }) => (await send(messageCalls.get, { id: id ?? 0 }, { signal })).data,
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
    // What is typed here is newer than what is stored.
    refetchOnWindowFocus: false,
  })
  const isMail = data?.status === 'draft' && data.type === 'email'
  if (id === null || (data && !isMail)) return <MessageScreen />
  if (data) return <DraftForm key={data.id} row={data} />
  return (
    <Page title="Draft" summary=" ">
      {error ? (
        <Trouble cause={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
    </Page>
  )
}

function DraftForm({ row }: { row: Message }) {
  const navigate = useNavigate()
  const { thread_id, customer_id } = row
  const draft = useDraft(row, thread_id === null ? {} : { thread_id })
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useReplyPicker(customer_id)
  const messages = useQuery({ ...threadMessagesQuery(thread_id ?? 0), enabled: thread_id !== null })
  const meanwhile = useMeanwhile(thread_id, messages.data ?? [], messages.isSuccess)
  const owner = ownerOf(row)
  const back = `/app/messages?state=all${thread_id === null ? '' : `&thread=${thread_id}`}`
  return (
    <Page
      title="Draft"
      summary="An email that has not been sent; it is kept as you type"
      crumbs={<Crumbs path={[['Thread', back]]} here="Draft" />}
    >
      <Paper
        component="section"
        aria-label="Draft"
        maw={isPrintedFor(owner, draft.words) ? 1180 : 720}
      >
        <MailForm
          draft={draft}
          box={box}
          picker={picker}
          owner={owner}
          meanwhile={meanwhile}
          hasRecipient
          minRows={8}
          onSent={() => void navigate(back)}
          onDiscarded={() => void navigate(back)}
        />
      </Paper>
    </Page>
  )
}
