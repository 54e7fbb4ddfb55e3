import { useState } from 'react'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { momentOf } from '#web/messaging/moment.ts'
import { refreshThreads } from '#web/messaging/thread-queries.ts'
import type { Draft } from './use-draft.ts'
import type { MeanwhileNews } from './use-meanwhile.ts'

/** Sends a mail now or at its moment, once whoever writes it knows what speaks against it. */
export function useMailSending(
  draft: Draft,
  meanwhile: MeanwhileNews,
  onSent: ((sent: Message) => void) | undefined,
) {
  const [not_before, leaveAt] = useState<string | null>(null)
  // The words that were refused for being the same as before, and may be meant all the same.
  const [refused, setRefused] = useState<string | null>(null)
  const submit = useSubmit(async () => {
    if (!draft.isBegun || (await meanwhile.hasNews())) return
    const { text } = draft.words
    setRefused(text)
    const at = not_before === null ? {} : { not_before }
    const sent = await draft.send({ ...at, send_anyway: isRepeated && refused === text })
    leaveAt(null)
    setRefused(null)
    const said = not_before === null ? 'On its way.' : `It leaves ${momentOf(not_before)}.`
    toast(said, { label: 'Take it back', run: () => takenBack(sent.id, draft) })
    // The next letter may be begun before the lists have been asked for again.
    void refreshThreads()
    onSent?.(sent)
  })
  const repeated = submit.errorOf('send_anyway')
  const isRepeated = repeated !== undefined
  return {
    submit,
    repeated,
    not_before,
    leaveAt,
    isAsked: isRepeated || meanwhile.news.length > 0,
  }
}

export type MailSending = ReturnType<typeof useMailSending>

async function takenBack(id: number, draft: Draft): Promise<void> {
  const { data } = await send(messageCalls.takeback, { id })
  draft.reload(data)
  await refreshThreads()
}
