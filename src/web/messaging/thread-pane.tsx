import { Anchor, Button, Skeleton, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { foldedQuote } from '#domain/messaging/folded-quote.ts'
import { mentionsIn, type NamedColleague } from '#domain/messaging/mentions.ts'
import type { Message } from '#domain/messaging/message.ts'
import { messageKinds } from '#domain/messaging/message-kind.ts'
import { messageStateWords } from '#domain/messaging/message-machine.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { threadCalls } from '#domain/messaging/thread-calls.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { send } from '#web/kit/session/send.ts'
import { fullList } from '#web/kit/session/start-up.ts'
import { ChatLog, type ShownMessage } from './chat-log.tsx'
import classes from './chats.module.css'
import { ThreadComposer } from './compose/thread-composer.tsx'
import { MatchBox } from './match-box.tsx'
import { MessageFiles } from './message-files.tsx'
import { momentOf } from './moment.ts'
import { TakeBack } from './take-back.tsx'
import { refreshThreads, threadMessagesQuery, threadQuery } from './thread-queries.ts'
import { ThreadTools } from './thread-tools.tsx'
import { useEarlier } from './use-earlier.ts'

interface Props {
  id: number
  onLeave: () => void
  /** On the page of whoever it is with. */
  isBare?: boolean
  isArchived?: boolean
}

/** One thread whole: every channel by time, notes between, and the place for the answer. */
export function ThreadPane({ id, onLeave, isBare = false, isArchived = false }: Props) {
  const found = useQuery(threadQuery(id))
  const messages = useQuery(threadMessagesQuery(id))
  const colleagues = useColleagues()
  const earlier = useEarlier(id, messages.data)
  const said = (messages.data ?? []).toSorted((a, b) => timeOf(a) - timeOf(b))
  useRead(id, said)
  if (found.isError) return <Trouble cause={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !messages.data) return <Skeleton height={320} radius="lg" />
  const thread = found.data.data
  const shown = [...earlier.messages, ...said]
    .filter(({ status }) => status !== 'draft' && status !== 'cancelled')
    .toSorted((a, b) => timeOf(a) - timeOf(b))
  return (
    <>
      {!isBare && <ThreadHead thread={thread} />}
      <ThreadTools thread={thread} onDone={onLeave} />
      {thread.address !== null && (
        <MatchBox thread={thread} candidates={found.data.info.candidates} />
      )}
      <div className={classes.thread}>
        {earlier.hasMore && (
          <Button
            size="xs"
            variant="subtle"
            loading={earlier.isLoading}
            onClick={earlier.load}
            style={{ flexShrink: 0 }}
          >
            Earlier messages
          </Button>
        )}
        <ChatLog messages={shown.map((row) => shownOf(row, colleagues))} />
        {!isArchived && <ThreadComposer thread={thread} messages={said} />}
      </div>
    </>
  )
}

function useColleagues(): NamedColleague[] {
  const { data = [] } = useQuery(fullList('staffs'))
  return data.map(({ id, name }) => ({ id, name: String(name) }))
}

function ThreadHead({ thread }: { thread: Thread }) {
  return (
    <header className={classes.head}>
      <Anchor component={Link} to="/app/messages" className={classes.back} size="sm">
        <IconArrowLeft size={15} aria-hidden /> All threads
      </Anchor>
      <Title order={2}>
        <PartyLink thread={thread} />
      </Title>
    </header>
  )
}

const timeOf = ({ sent_at, created_at }: Message) => Date.parse(sent_at ?? created_at)

function PartyLink({ thread }: { thread: Thread }) {
  const { customer_id, supplier_id, partner_id, name } = thread
  const path =
    (customer_id && `/app/customer/details?id=${customer_id}`) ||
    (supplier_id && pathOfRow('supplier', supplier_id)) ||
    (partner_id && pathOfRow('partner', partner_id))
  if (!path) return name
  return (
    <Anchor component={Link} to={path} inherit>
      {name}
    </Anchor>
  )
}

/** Opened is read, up to what is in sight. */
function useRead(id: number, messages: readonly Message[]): void {
  const until_id = messages.findLast(
    ({ direction, read_at, is_machine }) => direction === 'in' && read_at === null && !is_machine,
  )?.id
  useEffect(() => {
    if (until_id === undefined) return
    send(threadCalls.read, { id, until_id }, { isQuiet: true })
      .then(refreshThreads)
      // It stays unread, and is marked the next time.
      .catch(() => undefined)
  }, [id, until_id])
}

const channels: Record<Message['type'], string> = {
  chat: 'Chat',
  email: 'Email',
  sms: 'SMS',
  note: 'Note',
}

/** An answer that goes elsewhere than to who wrote is known before it is written. */
const answersGo = ({ reply_to, is_unverified }: Message) =>
  is_unverified ? `wants answers at ${reply_to}` : `Answers go to ${reply_to}`

function shownOf(row: Message, colleagues: readonly NamedColleague[]): ShownMessage {
  const isOwn = row.direction !== 'in'
  const isNote = row.type === 'note'
  const { said, quoted } = isNote
    ? { said: row.text_plain, quoted: null }
    : foldedQuote(row.text_plain)
  const marks = [
    row.direction === 'out' && row.kind !== 'chat' && row.kind !== 'mail' && messageKinds[row.kind],
    row.is_machine && 'Automatic answer',
    row.is_other_address && 'Other address',
    row.is_unverified && 'Not verified',
    row.direction === 'in' && row.reply_to && answersGo(row),
    row.direction === 'out' && messageStateWords[row.status],
    row.status === 'queued' && row.not_before && `leaves ${momentOf(row.not_before)}`,
  ].filter(Boolean)
  return {
    id: row.id,
    isOwn,
    isNote,
    ...(isNote ? { marks: mentionsIn(said, colleagues) } : {}),
    who: row.sender?.replace(/\s*<[^<>]*>$/, '') || (isOwn ? 'We' : 'Somebody'),
    subject: row.subject,
    text: said,
    quoted,
    at: row.sent_at ?? row.created_at,
    foot: (
      <>
        <Anchor
          component={Link}
          to={`/app/message?id=${row.id}`}
          inherit
          c="inherit"
          underline="always"
        >
          {channels[row.type]}
        </Anchor>
        {marks.length > 0 && ` · ${marks.join(' · ')}`}
        {row.status === 'queued' && (
          <>
            {' '}
            <TakeBack row={row} />
          </>
        )}
        <MessageFiles ids={row.file_ids ?? []} />
      </>
    ),
  }
}
