import { z } from 'zod'
import { keyOf } from '#domain/kit/call.ts'
import type { Context } from './context.ts'
import type { Recorded } from './kept-answers.ts'
import type { Answer, Route } from './route.ts'

/** What stands beside the data of an answer to a guest. */
const shownInfo = z.object({
  total: z.int().optional(),
  limit: z.int().optional(),
  offset: z.int().optional(),
  next_cursor: z.string().nullish(),
  totp_enrolment_required: z.boolean().optional(),
})

/**
 * An answer that is open to everybody is built anew from the route's list of what may be seen: a
 * field that nobody put on the list does not leave, whatever the row it came from has to tell.
 */
export function onlyShown(
  entry: Route,
  ctx: Context,
  answer: Answer | Recorded,
): Answer | Recorded {
  const { shows } = entry
  refuseOtherFiles(entry, answer)
  if (!shows || 'replayedBody' in answer || 'replayedFile' in answer) return answer
  if (isRaw(answer)) {
    // Somebody signed in is let in by their role, and reads rows as everywhere else.
    if (!ctx.guest) return answer
    throw new Error(`${keyOf(entry)} answers a guest with a row nobody looked at.`)
  }
  const { info, user } = answer
  return {
    ...answer,
    data: shows.parse(answer.data ?? null),
    ...(info && ctx.guest ? { info: shownInfo.parse(info) } : {}),
    ...(user === undefined ? {} : { user: shows.parse(user) }),
  }
}

const isRaw = ({ rawData, rawRows, bytes, bare }: Answer) =>
  [rawData, rawRows, bytes, bare].some((one) => one !== undefined)

/** A file goes out only where the route says which kind, so that each is known and looked at. */
function refuseOtherFiles(entry: Route, answer: Answer | Recorded) {
  const { sends } = entry
  const type = typeOf(answer)
  if (type === null || sends === '*/*' || (sends && type.startsWith(sends))) return
  throw new Error(`${keyOf(entry)} answers a file of ${type} without saying so.`)
}

function typeOf(answer: Answer | Recorded): string | null {
  if ('replayedFile' in answer) return answer.replayedFile.type
  if ('replayedBody' in answer) return null
  return answer.file?.type ?? answer.textFile?.type ?? null
}
