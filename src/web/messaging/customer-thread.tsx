import { Anchor, NativeSelect, Skeleton } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { CHAT_LENGTH } from '#domain/messaging/chat-length.ts'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { newestOf } from '#domain/messaging/poll.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { ChatBox } from './chat-box.tsx'
import { ChatLog, type ShownMessage } from './chat-log.tsx'
import { POLL_MS, refreshChats } from './chat-queries.ts'
import classes from './chats.module.css'
import { addToChat, useChat } from './use-chat.ts'

type ThreadMessage = Message & { invoice_number: string | null }

const keyOf = (customer_id: number) => ['messages', 'thread', customer_id]

/** Everything a customer and the broker wrote to each other, and the place for the answer. */
export function CustomerThread(props: { customer_id: number; isArchived?: boolean }) {
  const { customer_id, isArchived = false } = props
  const chat = useChat<ThreadMessage>({
    queryKey: keyOf(customer_id),
    everyMs: POLL_MS,
    load: (known, signal) => loadThread(customer_id, known, signal),
  })
  const messages = chat.data ?? []
  useMarkRead(customer_id, messages)
  if (chat.isPending) return <Skeleton height={200} />
  if (chat.isError && messages.length === 0)
    return <Trouble cause={chat.error} onRetry={() => void chat.refetch()} />
  return (
    <div className={classes.thread}>
      {messages.length === 0 ? (
        <NothingHere
          title="Nothing here yet."
          description="Customers write on the page of an invoice; it stands here, with your answers."
          icon={<IconMessage2 size={36} stroke={1.5} aria-hidden />}
        />
      ) : (
        <ChatLog messages={messages.map(shownOf)} />
      )}
      {!isArchived && <Answer customer_id={customer_id} messages={messages} />}
    </div>
  )
}

async function loadThread(
  customer_id: number,
  known: readonly ThreadMessage[],
  signal: AbortSignal,
): Promise<ThreadMessage[]> {
  const about = { reference_object: 'Customer', reference_id: customer_id, type: 'chat' }
  const since = askFrom(known)
  const range = since
    ? { created_from: since, order: 'created_at', limit: '500' }
    : { order: '-created_at', limit: '200' }
  const options = { signal, isQuiet: since !== null }
  const { data, info } = await send(messageCalls.list, { ...about, ...range }, options)
  const numbers = info.titles?.invoice ?? {}
  return (data ?? []).map((row) => ({
    ...row,
    invoice_number: numbers[String(row.invoice_id)] ?? null,
  }))
}

/** From the newest, or further back: whether an answer was read meanwhile is worth asking. */
function askFrom(known: readonly ThreadMessage[]): string | null {
  const waiting = known.slice(-20).find(({ direction, status }) => {
    return direction === 'out' && status === 'accepted'
  })
  return waiting?.created_at ?? newestOf(known)
}

/** Opened is read, up to what is in sight. */
function useMarkRead(customer_id: number, messages: readonly ThreadMessage[]): void {
  const until_id = messages.findLast((one) => one.direction === 'in' && one.read_at === null)?.id
  useEffect(() => {
    if (until_id === undefined) return
    send(messageCalls.markRead, { customer_id, until_id }, { isQuiet: true })
      .then(refreshChats)
      // It stays unread, and is marked the next time.
      .catch(() => undefined)
  }, [customer_id, until_id])
}

function shownOf(row: ThreadMessage): ShownMessage {
  const isOwn = row.direction === 'out'
  const path = row.invoice_id === null ? null : pathOfRow('invoice', row.invoice_id)
  return {
    id: row.id,
    isOwn,
    who: row.sender ?? (isOwn ? 'We' : 'Customer'),
    text: row.text_plain,
    at: row.created_at,
    foot: (
      <>
        {path && row.invoice_number && (
          <Anchor component={Link} to={path} inherit c="inherit" underline="always">
            {row.invoice_number}
          </Anchor>
        )}
        {isOwn && ` · ${progressOf(row)}`}
      </>
    ),
  }
}

function progressOf({ status, sent }: ThreadMessage): string {
  if (status === 'delivered') return 'Seen on the page'
  return sent ? 'Sent by email' : 'Not seen yet'
}

function Answer(props: { customer_id: number; messages: readonly ThreadMessage[] }) {
  const { customer_id, messages } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const pages = pagesOf(messages)
  const newest = pages.at(0)?.id ?? null
  async function answer(text_plain: string, key: string) {
    // Where there is nothing to choose from, the server knows better: that page may be closed.
    const invoice_id = chosen ?? (pages.length > 1 ? newest : null)
    const page = invoice_id ? { invoice_id } : {}
    const what = { type: 'chat', purpose: 'service' } as const
    const sent = { ...what, customer_id, text_plain, ...page }
    const { data, info } = await send(messageCalls.create, sent, { key })
    const numbers = new Map(messages.map((one) => [one.invoice_id, one.invoice_number]))
    const invoice_number = numbers.get(data.invoice_id) ?? null
    addToChat<ThreadMessage>(keyOf(customer_id), { ...data, invoice_number })
    if (!info.is_on_page) toast('The page is closed, so it goes by email only.')
    await refreshChats()
  }
  return (
    <>
      {pages.length > 1 && (
        <NativeSelect
          label="Read on the page of"
          maw={220}
          value={String(chosen ?? newest)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={pages.map(({ id, number }) => ({ value: String(id), label: number }))}
        />
      )}
      <ChatBox
        label={messages.length === 0 ? 'Your message' : 'Your answer'}
        limit={CHAT_LENGTH}
        onSend={answer}
        hint="Ctrl+Enter sends. Unless it is seen on the page within two minutes, it goes by email."
      />
    </>
  )
}

/** The invoices on whose pages the thread was written, the last one first. */
function pagesOf(messages: readonly ThreadMessage[]): { id: number; number: string }[] {
  const pages = new Map<number, string>()
  for (const { invoice_id, invoice_number } of messages.toReversed())
    if (invoice_id !== null && invoice_number) pages.set(invoice_id, invoice_number)
  return [...pages].map(([id, number]) => ({ id, number }))
}
