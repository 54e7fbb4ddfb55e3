import type { BulkChannel } from '#domain/messaging/bulk/channel-order.ts'
import type { LeftOut, LeftOutReason } from '#domain/messaging/bulk/left-out.ts'
import { type renderPlain, TemplateTooLong } from '#domain/messaging/template/render-template.ts'
import { templateContexts } from '#domain/messaging/template/standards.ts'
import { lackWords, type MergeValues } from '#domain/messaging/template/template-context.ts'
import type { ChannelWords } from './bulk-words.ts'

export const left = (reason: LeftOutReason, why: string): LeftOut => ({
  reason,
  why: why.slice(0, 500),
})

/** A field can hold what nobody would have written: a business may be called as its site is. */
export const leadsAway = (link: string): LeftOut =>
  left('foreign_link', `it would say ${link}, which is none of our pages`)

/** How it reads for one of many, with what it lacks; why not, where it is too long for anybody. */
export function printedBulk<P extends ReturnType<typeof renderPlain>>(
  channel: BulkChannel,
  words: ChannelWords,
  values: MergeValues,
  print: (...asked: Parameters<typeof renderPlain>) => P,
): (P & { lack: string | null }) | LeftOut {
  try {
    const printed = print(words, templateContexts.customer, values)
    // A text message has no subject.
    const subject = channel === 'sms' ? null : printed.subject
    return { ...printed, lack: lackWords(templateContexts.customer, { ...printed, subject }) }
  } catch (error) {
    if (!(error instanceof TemplateTooLong)) throw error
    return left('too_long', error.message)
  }
}
