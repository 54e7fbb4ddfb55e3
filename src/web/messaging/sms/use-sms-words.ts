import { useEffect, useRef, useState } from 'react'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { smsCalls } from '#domain/messaging/sms/sms-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { momentOf } from '#web/messaging/moment.ts'
import { refreshTaken } from '#web/messaging/take-back.tsx'
import {
  type Addressee,
  namedBy,
  type ReturnedSms,
  returnedSms,
  useReturnedSms,
} from './returned-sms.ts'
import { isGone, useKeptSms } from './use-kept-sms.ts'

/** Whom it is to: by a number of theirs, where that is not the one on their record. */
export interface TextedAddressee extends Addressee {
  to?: string | undefined
}

interface Around {
  /** What somebody began to write before. */
  known?: Message | undefined
  onSent?: () => Promise<void>
  /** Words that were taken back are in sight. */
  onReturned?: () => void
  /** True where something has to be seen before it leaves. */
  hasNews?: () => Promise<boolean>
}

/** The words of a text message that is written, and their sending, which can be taken back. */
export function useSmsWords(
  { to, ...whose }: TextedAddressee,
  { known, onSent, onReturned, hasNews }: Around = {},
) {
  const [text, setText] = useState(known?.text_plain ?? '')
  const [isPromotional, setPromotional] = useState(known?.purpose === 'promotional')
  const [isMeant, setMeant] = useState(false)
  const [file_ids, setFiles] = useState<number[]>(known?.file_ids ?? [])
  const [not_before, leaveAt] = useState<string | null>(null)
  const purpose = isPromotional ? ('promotional' as const) : ('service' as const)
  const kept = useKeptSms(known, whose, { text, purpose, file_ids })
  useReturned(whose, (words) => {
    // What was begun meanwhile stays below.
    setText((begun) => [words.text, begun.trim()].filter(Boolean).join('\n'))
    setPromotional(words.purpose === 'promotional')
    setFiles((begun) => [...new Set([...words.file_ids, ...begun])])
    onReturned?.()
  })
  const submit = useSubmit(async (key) => {
    if (text.trim() === '' || (await hasNews?.())) return
    const typed = { text: text.trim(), purpose, file_ids }
    const words = { ...namedBy(whose), to, ...typed, send_anyway: isMeant }
    const at = not_before === null ? {} : { not_before }
    const asked = { ...words, ...at, ...(await kept.draft()) }
    const { data, message } = await send(smsCalls.send, asked, { key }).catch((problem) => {
      if (isGone(problem)) kept.forget()
      throw problem
    })
    const isLater = not_before !== null && data.waits_until === null
    toast(isLater ? `It leaves ${momentOf(not_before)}.` : message, {
      label: 'Take it back',
      run: async () => {
        await send(messageCalls.takeback, { id: data.id })
        returnedSms.set({ ...whose, ...typed })
        await refreshTaken()
      },
    })
    kept.forget()
    setText('')
    setFiles([])
    setMeant(false)
    leaveAt(null)
    await queryClient.invalidateQueries({ queryKey: ['messages'] })
    await onSent?.()
  })
  const words = { text, isPromotional, isMeant, not_before, purpose, file_ids }
  return { ...words, setText, setFiles, setPromotional, setMeant, leaveAt, submit }
}

export type SmsWords = ReturnType<typeof useSmsWords>

/** Takes up words that were taken back, once. */
function useReturned(whose: Addressee, take: (words: ReturnedSms) => void): void {
  const returned = useReturnedSms(whose)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    // Of two places that are in sight, the first one takes them up.
    if (!returned || returnedSms.get() !== returned) return
    returnedSms.set(null)
    latest.current(returned)
  }, [returned])
}
