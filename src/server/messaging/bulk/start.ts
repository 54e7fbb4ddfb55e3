import type { CheckedOf } from '#domain/kit/call.ts'
import { badField } from '#domain/kit/problem.ts'
import { plural } from '#domain/kit/wording.ts'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { bulkmessageCalls } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { stop } from '#domain/messaging/checks/stop.ts'
import { BULK_TYPED_ABOVE } from '#domain/messaging/departure/departure.ts'
import { requireStepUp } from '#server/identity/require-step-up.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue, type Job } from '#server/kit/jobs/job.ts'
import { lastEditor } from '#server/kit/rows/last-editor.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { noteCareStop } from '../checks/care-evidence.ts'
import type { Judged } from './judge.ts'
import { type BulkOffice, judgeAudience } from './judge-audience.ts'
import { PATIENTLY } from './patiently.ts'

export type BulkJob = Job<{ organisation_id: number; bulk_id: number }>

/** More than so many would keep the database silent for longer than anybody waits for it. */
const AT_ONCE = 50_000

const YEAR_MS = 365 * 86_400_000

const FIX = sql<
  never,
  [
    bulk_id: number,
    is_promotional: boolean,
    customer_ids: readonly number[],
    channels: readonly (string | null)[],
    addresses: readonly (string | null)[],
    reasons: readonly (string | null)[],
    whys: readonly (string | null)[],
  ]
>`insert into bulkrecipients (organisation_id, bulk_id, customer_id, is_promotional, channel, address,
    state, reason, why)
  select scope_organisation(), $1, r.customer_id, $2, r.channel, r.address,
    case when r.reason is null then 'waiting' else 'left_out' end, r.reason, r.why
  from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])
    as r (customer_id, channel, address, reason, why)`

const KEEP_WORDS = sql<never, [id: number, words: string]>`
  update bulkmessages set words = $2::jsonb where id = $1`

type StartRequest = CheckedOf<typeof bulkmessageCalls.start>

/** How many of all it would go to. */
interface JudgedCounts {
  id: number
  recipients: number
  total: number
}

/** How it is started, once somebody has said so. */
export interface BulkStart extends ActionRequest {
  at: Date | null
  /** These alone, where it is only tried. */
  only?: readonly number[]
  /** Whom somebody left out, and why. */
  left_out?: ReadonlyMap<number, string>
  /** Refused where nobody has agreed to so many. */
  agree: (counts: JudgedCounts) => Promise<void>
}

/** Starts it: who gets it is looked at once more, agreed to, and fixed by one statement. */
export function startBulk(office: BulkOffice, job: BulkJob) {
  return async (ctx: Context, conn: Conn, asked: StartRequest) => {
    const { count, not_before, ...about } = asked
    const at = startOf(ctx, not_before)
    const agree = (counts: JudgedCounts) => refuseUnagreed(ctx, conn, { ...counts, count })
    return (await beginBulk(ctx, conn, { office, job }, { ...about, at, agree })).written
  }
}

interface BulkWorks {
  office: BulkOffice
  job: BulkJob
}

/** The same, however it was agreed to; answers everybody who was looked at, too. */
export async function beginBulk(
  ctx: Context,
  conn: Conn,
  { office, job }: BulkWorks,
  { at, only, left_out = new Map(), agree, ...about }: BulkStart,
) {
  const judged: Judged[] = []
  const written = await transition(ctx, conn, bulkmessage, 'start', about, async ({ row }) => {
    const whole = only ? { ...row, audience: { ids: [...only] } } : row
    const words = await judgeAudience(ctx, conn, office, whole, (one) =>
      judged.push(withoutThose(one, left_out)),
    )
    const recipients = judged.filter(({ reading }) => reading !== null).length
    await agree({ id: row.id, recipients, total: judged.length })
    // The order in which they are fixed is the one in which they are written to.
    const inTurn = judged.toSorted((a, b) => Number(b.is_medical) - Number(a.is_medical))
    await fixRecipients(conn, row.id, row.purpose === 'promotional', inTurn)
    await keepEvidence(ctx, conn, judged)
    await KEEP_WORDS.run(conn, row.id, JSON.stringify(words))
    const now = ctx.clock.now().toISOString()
    const when = at ? { not_before: at.toISOString() } : { started_at: now, resumed_at: now }
    return {
      ...when,
      state: at ? ('scheduled' as const) : ('running' as const),
      recipients,
      left_out: judged.length - recipients,
      started_by_id: ctx.actor.user_id || null,
    }
  })
  const payload = { organisation_id: ctx.actor.organisation_id ?? 0, bulk_id: about.id }
  await enqueue(conn, job, payload, at ? { startAfter: at } : {})
  return { written, judged }
}

/** Whom somebody left out stays so, with the reason; who gets nothing anyway keeps their own. */
function withoutThose(judged: Judged, behind: ReadonlyMap<number, string>): Judged {
  const why = behind.get(judged.customer_id)
  if (why === undefined || judged.reading === null) return judged
  return { ...judged, reading: null, left_out: { reason: 'by_hand', why } }
}

export function startOf(ctx: Context, not_before: string | undefined): Date | null {
  if (not_before === undefined) return null
  const now = ctx.clock.now().getTime()
  const at = Date.parse(not_before)
  if (at <= now) throw badField('not_before', 'Choose a moment that is still to come.')
  if (at > now + YEAR_MS) throw badField('not_before', 'Choose a moment in the next year.')
  return new Date(at)
}

interface Agreement extends JudgedCounts {
  count: number | undefined
}

/** Many are written to by somebody who knows how many, and very many by two people. */
async function refuseUnagreed(ctx: Context, conn: Conn, agreement: Agreement): Promise<void> {
  const { recipients, count } = agreement
  refuseNobody(agreement)
  await refuseUnproved(ctx, conn, agreement)
  if (recipients > BULK_TYPED_ABOVE && count !== recipients)
    throw badField(
      'count',
      `It goes to ${plural(recipients, 'person', 'people')}: type ${recipients}.`,
    )
}

export function refuseNobody({ recipients, total }: JudgedCounts): void {
  if (recipients > 0) return
  const reason = total === 0 ? 'nobody is in the audience' : 'everybody in it would be left out'
  throw notPossible('start', reason, 'Choose others, or mend what leaves them out.')
}

/** Whoever writes to many proves who they are; to very many it takes somebody else. */
export async function refuseUnproved(
  ctx: Context,
  conn: Conn,
  { id, recipients }: Pick<JudgedCounts, 'id' | 'recipients'>,
): Promise<void> {
  if (recipients > BULK_TYPED_ABOVE) requireStepUp(ctx)
  const limit = await settingOf(conn, 'bulk_second_person_above')
  if (recipients <= limit) return
  if ((await lastEditor(conn, bulkmessage, id)) !== ctx.actor.user_id) return
  const reason = `it goes to more than ${limit.toLocaleString('en-NZ')} and you edited it last`
  throw notPossible('start', reason, 'Ask another manager to start it.')
}

async function fixRecipients(
  conn: Conn,
  bulk_id: number,
  isPromotional: boolean,
  judged: readonly Judged[],
): Promise<void> {
  await PATIENTLY.run(conn)
  for (let from = 0; from < judged.length; from += AT_ONCE) {
    const some = judged.slice(from, from + AT_ONCE)
    await FIX.run(
      conn,
      bulk_id,
      isPromotional,
      some.map(({ customer_id }) => customer_id),
      some.map(({ reading }) => reading?.channel ?? null),
      some.map(({ reading }) => reading?.address ?? null),
      some.map(({ left_out }) => left_out?.reason ?? null),
      some.map(({ left_out }) => left_out?.why ?? null),
    )
  }
}

/** Whoever care keeps it from is told of, with the words. */
async function keepEvidence(ctx: Context, conn: Conn, judged: readonly Judged[]): Promise<void> {
  for (const { left_out } of judged) {
    if (!left_out?.kept) continue
    const found = stop('care', left_out.why, 'Left out of a message to many.')
    await noteCareStop(conn, left_out.kept, found, ctx.actor.name)
  }
}
