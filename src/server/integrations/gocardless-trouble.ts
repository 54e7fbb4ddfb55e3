import { z } from 'zod'
import { DebitTrouble } from './direct-debit.ts'

const BUSY_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3600
const LONGEST_WORDS = 500
/** Greater numbers are moments, not seconds to wait. */
const FIRST_MOMENT = 1_000_000_000

const CONFLICT = 'idempotent_creation_conflict'
const EXISTS = 'bank_account_exists'

const made = z.object({
  conflicting_resource_id: z.string().optional(),
  customer_bank_account: z.string().optional(),
})
const part = z.object({
  message: z.string().optional().catch(undefined),
  field: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  links: made.optional().catch(undefined),
})
const refusal = z.object({
  error: z.object({
    type: z.string(),
    message: z.string(),
    errors: z.array(part).nullish().catch(null),
  }),
})
type Refusal = z.infer<typeof refusal>['error']

/** It is there already: a call with the same key made it, or the customer has the account. */
export class MadeBefore extends DebitTrouble {
  readonly resource_id: string

  constructor(message: string, resource_id: string, code: string) {
    super('refused', message, { code })
    this.resource_id = resource_id
  }
}

/** Which trouble an answer is that is not what was asked for. */
export function troubleOf(status: number, headers: Headers, said: unknown): DebitTrouble {
  const read = refusal.safeParse(said)
  const error = read.success ? read.data.error : null
  const words = error === null ? `GoCardless answered ${status}.` : wordsOf(error)
  const code = error === null ? null : codeOf(error)
  if (status === 429)
    return new DebitTrouble('busy', words, { code, retryAfterSeconds: waitOf(headers) })
  if (status === 401) return new DebitTrouble('ended', words, { code })
  // Something between us and GoCardless may have said it, who does not know what was done.
  if (status < 400 || status >= 500 || error === null)
    return new DebitTrouble('unknown', words, { code })
  if (status === 404 || status === 410) return new DebitTrouble('missing', words, { code })
  return madeBefore(error, words) ?? new DebitTrouble('refused', words, { code })
}

function madeBefore({ errors }: Refusal, words: string): MadeBefore | null {
  const linked = (code: string) => errors?.find(({ reason }) => reason === code)?.links
  const same = linked(CONFLICT)?.conflicting_resource_id
  if (same) return new MadeBefore(words, same, CONFLICT)
  const account = linked(EXISTS)?.customer_bank_account
  return account ? new MadeBefore(words, account, EXISTS) : null
}

/** “Validation failed: account_number is invalid, email is required.” */
function wordsOf({ message, errors }: Refusal): string {
  const parts = (errors ?? [])
    .map(({ field, message: said = '' }) => [field, said].filter(Boolean).join(' '))
    .filter((said) => said !== '' && said !== message)
  const about = [...new Set(parts)].map(withoutStop).join(', ')
  const sentence = [withoutStop(message), about].filter(Boolean).join(': ')
  return `${sentence.slice(0, LONGEST_WORDS)}.`
}

const withoutStop = (said: string) => said.trim().replace(/\.+$/, '')

function codeOf({ type, errors }: Refusal): string {
  const reasons = (errors ?? []).flatMap(({ reason }) => reason ?? [])
  return reasons[0] ?? type
}

/** Seconds, or the moment to come back: as a date, or in seconds since 1970, by the answer's own clock. */
function waitOf(headers: Headers): number {
  const said = headers.get('ratelimit-reset') ?? headers.get('retry-after') ?? ''
  const sent = Date.parse(headers.get('date') ?? '')
  const isNumber = /^\d{1,12}$/.test(said)
  const isMoment = isNumber && Number(said) >= FIRST_MOMENT
  const moment = isMoment ? Number(said) * 1000 : Date.parse(said)
  const seconds = isNumber && !isMoment ? Number(said) : (moment - sent) / 1000
  if (!Number.isFinite(seconds)) return BUSY_SECONDS
  return Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_WAIT_SECONDS)
}
