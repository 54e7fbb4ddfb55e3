import { SegmentedControl, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { answerSubject } from '#domain/messaging/mail-address.ts'
import type { Message } from '#domain/messaging/message.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { useDatalock } from '#web/kit/form/use-datalock.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { useReturnedSms } from '#web/messaging/sms/returned-sms.ts'
import { SmsBox } from '#web/messaging/sms/sms-box.tsx'
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
  const canChat = thread.customer_id !== null && messages.some(({ type }) => type === 'chat')
  const known = messages.findLast(({ status, type }) => status === 'draft' && type === 'email')
  const draft = useDraft(known, {
    thread_id: thread.id,
    ...(answers ? { parent_id: answers.id } : {}),
  })
  const texted = messages.findLast(({ direction, type }) => direction === 'in' && type === 'sms')
  const isSaid = answered?.type === 'chat' || (answered?.type === 'sms' && thread.customer_id)
  const [chosen, setWay] = useState<Way | null>(null)
  const [said, setSaid] = useState('')
  const returned = useReturnedSms(thread.customer_id)
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useReplyPicker(thread.customer_id)
  // It follows what comes in, until somebody has chosen or begun.
  const way: Way = returned
    ? 'sms'
    : (chosen ?? (isSaid && !draft.isBegun ? answered.type : 'email'))
  const isWriting = way === 'email' ? draft.isBegun : said.trim() !== ''
  const { lock } = useDatalock(isWriting ? `/app/thread?id=${thread.id}` : null, () => {})
  const meanwhile = useMeanwhile(thread.id, messages, isWriting)
  const write = (next: Way) => {
    setWay(next)
    setTimeout(() => box.current?.focus())
  }
  useSingleKeys({ r: () => write(way === 'note' ? 'email' : way), n: () => write('note') })
  const others = thread.customer_id === null ? [] : [...(canChat ? [chat] : []), sms]
  const ways = <HowToSend way={way} others={others} onChange={setWay} />
  return (
    <div>
      {lock.state === 'taken' && (
        <Text size="sm" c="amber.9" role="status">
          {lock.holder} is answering.
        </Text>
      )}
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
      ) : way === 'sms' && thread.customer_id !== null ? (
        <>
          {ways}
          <SmsBox
            customer_id={thread.customer_id}
            to={texted?.sender ?? undefined}
            box={box}
            onSent={refreshThreads}
            onReturned={() => setWay('sms')}
          />
        </>
      ) : (
        <SayForm
          key={way}
          way={way === 'sms' ? 'note' : way}
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

interface Choice {
  value: Way
  label: string
}
const chat: Choice = { value: 'chat', label: 'Chat' }
const sms: Choice = { value: 'sms', label: 'SMS' }

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
