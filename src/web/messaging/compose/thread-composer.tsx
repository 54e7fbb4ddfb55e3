import { SegmentedControl, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { answerSubject } from '#domain/messaging/mail-address.ts'
import type { Message } from '#domain/messaging/message.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { type Lock, useDatalock } from '#web/kit/form/use-datalock.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { useReturnedSms } from '#web/messaging/sms/returned-sms.ts'
import { SmsBox } from '#web/messaging/sms/sms-box.tsx'
import { useSmsWords } from '#web/messaging/sms/use-sms-words.ts'
import { refreshThreads } from '#web/messaging/thread-queries.ts'
import { MailForm } from './mail-form.tsx'
import { ownerOf } from './owner-of.ts'
import { useReplyPicker } from './pickers.ts'
import { SayForm } from './say-form.tsx'
import { useDraft } from './use-draft.ts'
import { useMeanwhile } from './use-meanwhile.ts'

type Way = 'email' | 'chat' | 'sms' | 'note'

interface Props {
  thread: Thread
  messages: readonly Message[]
}

/** Where the answer is written: on the channel of what is answered, or for colleagues alone. */
export function ThreadComposer({ thread, messages }: Props) {
  const answered = messages.findLast(({ direction, type }) => direction === 'in' && type !== 'note')
  const mailed = messages.findLast(({ type, status }) => type === 'email' && status !== 'draft')
  const answers = answered?.type === 'email' ? answered : mailed
  const known = messages.findLast(({ status, type }) => status === 'draft' && type === 'email')
  const draft = useDraft(known, {
    thread_id: thread.id,
    ...(answers ? { parent_id: answers.id } : {}),
  })
  const texted = messages.findLast(({ direction, type }) => direction === 'in' && type === 'sms')
  const isSaid = answered?.type === 'chat' || answered?.type === 'sms'
  const [chosen, setWay] = useState<Way | null>(null)
  const [said, setSaid] = useState('')
  const whose = { customer_id: thread.customer_id, thread_id: thread.id }
  const addressee = { ...whose, to: texted?.sender ?? undefined }
  const begun = messages.findLast(({ status, type }) => status === 'draft' && type === 'sms')
  const returned = useReturnedSms(whose)
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useReplyPicker(thread.customer_id)
  const words = useSmsWords(addressee, {
    known: begun,
    onSent: refreshThreads,
    onReturned: () => setWay('sms'),
    hasNews: () => meanwhile.hasNews(),
  })
  const written = { email: draft.words.text, sms: words.text, chat: said, note: said }
  const first = begunBy(written) ?? (isSaid ? answered.type : 'email')
  // It follows what comes in, until somebody has chosen or begun.
  const way: Way = returned ? 'sms' : (chosen ?? first)
  const isWriting = written[way].trim() !== ''
  const { lock } = useDatalock(isWriting ? `/app/thread?id=${thread.id}` : null, () => {})
  const meanwhile = useMeanwhile(thread.id, messages, isWriting)
  const write = (next: Way) => {
    setWay(next)
    setTimeout(() => box.current?.focus())
  }
  useSingleKeys({ r: () => write(way === 'note' ? 'email' : way), n: () => write('note') })
  const ways = <HowToSend way={way} others={othersOf(thread, messages)} onChange={setWay} />
  return (
    <div>
      <Answering lock={lock} />
      {way === 'email' ? (
        <MailForm
          draft={draft}
          box={box}
          picker={picker}
          owner={ownerOf(thread)}
          meanwhile={meanwhile}
          lead={ways}
          subject={answers && answerSubject(answers.subject)}
        />
      ) : way === 'sms' ? (
        <>
          {ways}
          <SmsBox
            whose={addressee}
            words={words}
            box={box}
            owner={ownerOf(thread)}
            news={meanwhile.news}
          />
        </>
      ) : (
        <SayForm
          key={way}
          way={way}
          thread={thread}
          box={box}
          text={said}
          onChange={setSaid}
          reply={picker}
          meanwhile={meanwhile}
          lead={ways}
        />
      )}
    </div>
  )
}

/** What was left unsent here is gone on with. */
function begunBy(written: Record<'email' | 'sms', string>): 'email' | 'sms' | undefined {
  return (['email', 'sms'] as const).find((way) => written[way].trim() !== '')
}

interface Choice {
  value: Way
  label: string
}
const chat: Choice = { value: 'chat', label: 'Chat' }
const sms: Choice = { value: 'sms', label: 'SMS' }

/** Somebody unknown who wrote a mail has no phone that we know of. */
function othersOf({ customer_id, address }: Thread, messages: readonly Message[]): Choice[] {
  const canChat = customer_id !== null && messages.some(({ type }) => type === 'chat')
  const canText = address === null || !address.includes('@')
  return [...(canChat ? [chat] : []), ...(canText ? [sms] : [])]
}

function Answering({ lock }: { lock: Lock }) {
  if (lock.state !== 'taken') return null
  return (
    <Text size="sm" c="amber.9" role="status">
      {lock.holder} is answering.
    </Text>
  )
}

function HowToSend(props: { way: Way; others: Choice[]; onChange: (way: Way) => void }) {
  const { way, others, onChange } = props
  return (
    <SegmentedControl
      size="xs"
      aria-label="How"
      value={way}
      // The value is always one of the choices below.
      onChange={(next) => onChange(next as Way)}
      data={[{ value: 'email', label: 'Email' }, ...others, { value: 'note', label: 'Note' }]}
    />
  )
}
