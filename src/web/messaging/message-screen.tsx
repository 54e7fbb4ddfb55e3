import { Alert, Button, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Message, message } from '#domain/messaging/message.ts'
import { type MessageInfo, messageCalls } from '#domain/messaging/message-calls.ts'
import { messageKinds } from '#domain/messaging/message-kind.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import type { Info } from '#web/kit/session/api.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { useRowId } from '#web/kit/session/use-row.ts'
import { MessageActions } from './message-actions.tsx'
import { MessageChip } from './message-chip.tsx'
import { MessageDeliveries } from './message-deliveries.tsx'
import { MessageEvents } from './message-events.tsx'
import { MessageFiles } from './message-files.tsx'
import { Screen as NewMessage } from './message-new.tsx'
import { MessageWords } from './message-words.tsx'
import { momentOf } from './moment.ts'

/** One message to read; without an id in the address, the place to write one. */
export function Screen() {
  const id = useRowId()
  return id === null ? <NewMessage /> : <LoadedMessage id={id} />
}

function LoadedMessage({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['message', id],
    queryFn: ({ signal }) => send(messageCalls.get, { id }, { signal }),
    staleTime: 0,
  })
  if (data) return <OneMessage row={data.data} info={data.info} />
  return (
    <Page title="Message" summary=" ">
      {error ? (
        <Trouble cause={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
    </Page>
  )
}

const facts = [
  'sender',
  'recipient',
  'cc',
  'bcc',
  'reply_to',
  'customer_id',
  'invoice_id',
  'contract_id',
  'supplier_id',
  'partner_id',
  'attachment_name',
  'parent_id',
  'sent_at',
  'read_at',
  'read_by_id',
]

/** An address line with nobody in it says nothing. */
const factsOf = (row: Message) =>
  facts.filter((name) => (name !== 'cc' && name !== 'bcc') || (row[name]?.length ?? 0) > 0)

interface Props {
  row: Message
  info: Info & MessageInfo
}

function OneMessage({ row, info }: Props) {
  const isChat = row.type === 'chat'
  const chatTitle = row.direction === 'in' ? 'From the customer' : 'To the customer'
  const title = isChat ? chatTitle : (row.subject ?? messageKinds[row.kind])
  return (
    <Page
      title={title}
      tabTitle={`Message: ${title}`}
      summary={`${messageKinds[row.kind]} · ${formatStamp(row.created_at)}`}
      crumbs={<Crumbs path={[['Message history', '/app/messages']]} here={`Message ${row.id}`} />}
      chips={<MessageChip row={row} />}
      actions={isChat ? <ChatButton row={row} /> : <MailButtons row={row} info={info} />}
    >
      <Stack gap="md">
        {row.error && <Alert color="amber">{row.error}</Alert>}
        {row.status === 'queued' && row.not_before && (
          <Alert color="petrol">{`It leaves ${momentOf(row.not_before)}.`}</Alert>
        )}
        <Paper component="section" aria-label="Text">
          <MessageWords row={row} whole={info.whole_text ?? null} />
          <MessageFiles ids={row.file_ids ?? []} />
        </Paper>
        <Facts entity={message} row={row} titles={info.titles ?? {}} names={factsOf(row)} isBrief />
        {info.deliveries.length > 0 && (
          <Paper component="section">
            <Title order={2} mb="xs">
              Who it went to
            </Title>
            <MessageDeliveries deliveries={info.deliveries} />
          </Paper>
        )}
        {info.events.length > 0 && (
          <Paper component="section">
            <Title order={2} mb="xs">
              On its way
            </Title>
            <MessageEvents events={info.events} />
          </Paper>
        )}
      </Stack>
    </Page>
  )
}

function MailButtons({ row, info }: Props) {
  if (row.status !== 'draft') return <MessageActions row={row} info={info} />
  const thread = `/app/messages?state=all&thread=${row.thread_id}`
  return (
    <Button component={Link} to={row.type === 'sms' ? thread : `/app/message/edit?id=${row.id}`}>
      Go on writing
    </Button>
  )
}

function ChatButton({ row }: { row: Message }) {
  if (row.customer_id === null) return null
  return (
    <Button component={Link} to={`/app/messages/chats?customer=${row.customer_id}`}>
      Open the chat
    </Button>
  )
}
