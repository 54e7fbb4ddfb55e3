import { Text, Title } from '@mantine/core'
import type { RefObject } from 'react'
import type { Broker } from '#domain/kit/shown.ts'
import { CHAT_LENGTH } from '#domain/messaging/chat-length.ts'
import { newestOf } from '#domain/messaging/poll.ts'
import type { publicChatCalls } from '#domain/messaging/public-chat-calls.ts'
import type { PublicMessage } from '#domain/messaging/public-message.ts'
import { messageFrom } from '#web/kit/session/api.ts'
import { light, send } from '#web/kit/session/send.ts'
import { ChatBox } from '#web/messaging/chat-box.tsx'
import { ChatLog } from '#web/messaging/chat-log.tsx'
import { addToChat, useChat } from '#web/messaging/use-chat.ts'
import classes from './public-invoice.module.css'

const POLL_MS = 10_000

const calls = {
  read: light<typeof publicChatCalls.read>('GET', '/public/invoice/chat'),
  write: light<typeof publicChatCalls.write>('PUT', '/public/invoice/chat'),
}

export function usePublicChat(token: string) {
  return useChat<PublicMessage>({
    queryKey: keyOf(token),
    everyMs: POLL_MS,
    load: async (known, signal) => {
      const params = { created_from: newestOf(known) ?? undefined }
      const options = { signal, linkToken: token, isQuiet: known.length > 0 }
      return (await send(calls.read, params, options)).data ?? []
    },
  })
}

const keyOf = (token: string) => ['public-invoice', token, 'chat']

interface Props {
  token: string
  broker: Broker
  chat: ReturnType<typeof usePublicChat>
  inputRef: RefObject<HTMLTextAreaElement | null>
}

/** Where a customer writes to the broker about this invoice and reads the answers. */
export function PublicChat({ token, broker, chat, inputRef }: Props) {
  const messages = chat.data ?? []
  async function say(text_plain: string, client_key: string) {
    const options = { key: client_key, linkToken: token }
    const { data } = await send(calls.write, { text_plain, client_key }, options)
    addToChat(keyOf(token), data)
  }
  return (
    <section className={`${classes.card} ${classes.chat}`} aria-labelledby="chat">
      <Title order={2} id="chat">
        Write to {broker.name}
      </Title>
      {chat.isSuccess && messages.length === 0 && (
        <Text size="sm" c="dimmed">
          Ask about this invoice here. The answer stands on this page; if you have left it, we send
          it by email.
        </Text>
      )}
      {messages.length > 0 && (
        <div className={classes.log}>
          <ChatLog
            messages={messages.map((one) => ({
              id: one.id,
              isOwn: one.direction === 'in',
              who: one.direction === 'in' ? 'You' : (one.sender ?? broker.name),
              text: one.text_plain,
              at: one.created_at,
            }))}
          />
        </div>
      )}
      {chat.isError && (
        <Text size="sm" c="red" role="alert">
          {messageFrom(chat.error)}
        </Text>
      )}
      <ChatBox label="Your message" limit={CHAT_LENGTH} onSend={say} inputRef={inputRef} />
    </section>
  )
}
