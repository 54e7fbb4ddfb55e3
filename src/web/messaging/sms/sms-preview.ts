import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { countSms, plainVowelSaving, type SmsCount } from '#domain/messaging/sms/segments.ts'
import { type SmsPreview, smsCalls } from '#domain/messaging/sms/sms-calls.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { send } from '#web/kit/session/send.ts'

const PAUSE_MS = 400
// Asked with while nothing is written: what stands around it is the name and the ending.
const SOMETHING = '…'

interface UnsentSms {
  customer_id?: number
  thread_id?: number
  to: string | undefined
  purpose: MessagePurpose
  file_ids: number[]
}

/** What a text message costs while it is written, and what the server says of it in each pause. */
export function useSmsPreview(addressee: UnsentSms, typed: string) {
  const [words] = useDebouncedValue(typed.trim() || SOMETHING, PAUSE_MS)
  const asked = useQuery({
    queryKey: ['message', 'sms', 'preview', addressee, words],
    queryFn: async ({ signal }) => {
      const text = words
      const { data } = await send(smsCalls.preview, { ...addressee, text }, { signal })
      return { asked: words, shown: data }
    },
    placeholderData: (before) => before,
    retry: false,
  })
  const preview = asked.data?.shown ?? null
  // What is printed with the customer's fields is counted as the server printed it.
  const isPrinted = typed.includes('{{')
  const whole = !preview
    ? typed
    : isPrinted
      ? preview.text
      : framed(preview, asked.data?.asked ?? '', typed.trim())
  return {
    preview,
    problem: asked.error,
    count: countSms(typed.trim() === '' ? '' : whole),
    saving: plainVowelSaving(whole),
    /** What the server said is about these very words. */
    isCurrent: asked.data?.asked === typed.trim(),
  }
}

/** The words between the name and the ending that the server put around others. */
function framed({ text }: SmsPreview, asked: string, typed: string): string {
  const at = text.indexOf(asked)
  if (at < 0) return typed
  return text.slice(0, at) + typed + text.slice(at + asked.length)
}

/** As whoever writes reads it. */
export function countWords({ segments, left, costly }: SmsCount, most: number | null): string {
  if (segments === 0) return ''
  const sent = segments === 1 ? '1 text message' : `${segments} text messages`
  const limit = most !== null && segments > most ? `, at most ${most}` : ''
  const why = costly.length > 0 ? ` (because of ${costly.slice(0, 5).join(' ')})` : ''
  return `${sent}${limit}, ${left} letters left${why}`
}
