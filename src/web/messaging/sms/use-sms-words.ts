import { useEffect, useRef, useState } from 'react'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { smsCalls } from '#domain/messaging/sms/sms-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { momentOf } from '#web/messaging/moment.ts'
import { refreshTaken } from '#web/messaging/take-back.tsx'
import { returnedSms, useReturnedSms } from './returned-sms.ts'

interface Addressee {
  customer_id: number
  to: string | undefined
}

/** The words of a text message that is written, and their sending, which can be taken back. */
export function useSmsWords(
  { customer_id, to }: Addressee,
  { onSent, onReturned }: { onSent?: (() => Promise<void>) | undefined; onReturned?: () => void },
) {
  const [text, setText] = useState('')
  const [isPromotional, setPromotional] = useState(false)
  const [isMeant, setMeant] = useState(false)
  const [file_ids, setFiles] = useState<number[]>([])
  const [not_before, leaveAt] = useState<string | null>(null)
  const purpose = isPromotional ? ('promotional' as const) : ('service' as const)
  useReturned(customer_id, (words, isPromotional, files) => {
    // What was begun meanwhile stays below.
    setText((begun) => [words, begun.trim()].filter(Boolean).join('\n'))
    setPromotional(isPromotional)
    setFiles((begun) => [...new Set([...files, ...begun])])
    onReturned?.()
  })
  const submit = useSubmit(async (key) => {
    const typed = { text: text.trim(), purpose, file_ids }
    const words = { customer_id, to, ...typed, send_anyway: isMeant }
    const at = not_before === null ? {} : { not_before }
    const { data, message } = await send(smsCalls.send, { ...words, ...at }, { key })
    const isLater = not_before !== null && data.waits_until === null
    toast(isLater ? `It leaves ${momentOf(not_before)}.` : message, {
      label: 'Take it back',
      run: async () => {
        await send(messageCalls.takeback, { id: data.id })
        returnedSms.set({ customer_id, ...typed })
        await refreshTaken()
      },
    })
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

/** Takes up words that were taken back, once. */
function useReturned(
  customer_id: number,
  take: (text: string, isPromotional: boolean, file_ids: readonly number[]) => void,
): void {
  const returned = useReturnedSms(customer_id)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (!returned) return
    const { text, purpose, file_ids } = returned
    latest.current(text, purpose === 'promotional', file_ids)
    returnedSms.set(null)
  }, [returned])
}
