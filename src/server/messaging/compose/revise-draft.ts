import { badField, updated } from '#domain/kit/problem.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import { message } from '#domain/messaging/message.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'

// Whose it is and how it goes was decided when it was begun.
const words = new Set([
  ...['id', 'version', 'modified_at', 'recipient', 'subject', 'text_plain', 'text_html'],
  ...['cc', 'bcc', 'reply_to', 'file_ids', 'purpose'],
])

/** The words of a draft, saved as they are typed. */
export function draftReviser(catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, typed: Revision<typeof message>): Promise<Answer> => {
    // Small letters, as every address is kept: by them it is known again.
    const { recipient } = typed
    const input = recipient ? { ...typed, recipient: recipient.toLowerCase() } : typed
    const written = await reviseRow(ctx, conn, message, input, {
      rights: () => {
        const other = Object.keys(input).find((name) => !words.has(name))
        if (other) throw badField(other, 'This was decided when the message was begun.')
      },
      others: (before) => checkAgainstOthers(ctx, conn, message, input, catalogue, before),
    })
    return writtenAnswer(ctx, message, written, { status: updated })
  }
}
