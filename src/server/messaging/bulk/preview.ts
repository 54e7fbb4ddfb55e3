import type { BulkMessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { BulkPreview, BulkSample } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { type BulkChannel, channelsOf } from '#domain/messaging/bulk/channel-order.ts'
import type { LeftOutReason } from '#domain/messaging/bulk/left-out.ts'
import {
  type Sampled,
  type SampleKind,
  type Samples,
  sampleKinds,
  withSample,
} from '#domain/messaging/bulk/samples.ts'
import { BULK_TYPED_ABOVE } from '#domain/messaging/departure/departure.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { lineOf } from '#server/kit/rows/state.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import type { Judged, Reading } from './judge.ts'
import { type BulkOffice, judgeAudience } from './judge-audience.ts'
import { opensAt } from './quiet-channels.ts'

const NAMED_OF_EACH = 100

/** One of those who would get it, and what. */
export type Sample = Sampled & Reading & { name: string }

/** Counts what passes by, without keeping all of it. */
export class Tally {
  total = 0
  recipients = 0
  readonly channels = new Map<BulkChannel, { recipients: number; segments: number }>()
  readonly leftOut = new Map<LeftOutReason, BulkPreview['left_out'][number]>()
  samples: Samples<Sample> | null = null

  add({ customer_id, name, reading, left_out }: Judged): void {
    this.total += 1
    if (left_out) {
      const { reason, why } = left_out
      const told = this.leftOut.get(reason) ?? { reason, count: 0, customers: [] }
      this.leftOut.set(reason, told)
      told.count += 1
      if (told.customers.length < NAMED_OF_EACH) told.customers.push({ customer_id, name, why })
    }
    if (!reading) return
    this.recipients += 1
    const known = this.channels.get(reading.channel) ?? { recipients: 0, segments: 0 }
    this.channels.set(reading.channel, known)
    known.recipients += 1
    known.segments += reading.segments ?? 0
    const length = (reading.subject?.length ?? 0) + reading.text.length
    this.samples = withSample(this.samples, { ...reading, customer_id, name, length })
  }
}

/** What would happen if it were started now; nothing is written. */
export function previewBulk(office: BulkOffice, catalogue: Catalogue) {
  return async (ctx: Context, { id }: { id: number }) => ({
    data: await ctx.database.read(scopeOf(ctx), async (conn) => {
      const bulk = await draftOf(ctx, conn, id, 'preview', catalogue)
      const tally = new Tally()
      await judgeAudience(ctx, conn, office, bulk, (judged) => tally.add(judged))
      return toldOf(ctx, conn, bulk, tally)
    }),
  })
}

/** The row, where its state lets somebody do this. */
export async function draftOf(
  ctx: Context,
  conn: Conn,
  id: number,
  action: string,
  catalogue: Catalogue,
): Promise<BulkMessage> {
  const found = await selectOne(conn, bulkmessage, id, ctx.actor, catalogue.lookup)
  if (!found) throw notFound(bulkmessage)
  const { row } = found
  lineOf(bulkmessage, action, { row, deleted_at: row.deleted_at }, ctx.actor.role)
  return row
}

async function toldOf(
  ctx: Context,
  conn: Conn,
  bulk: BulkMessage,
  tally: Tally,
): Promise<BulkPreview> {
  const { total, recipients, samples } = tally
  const moments = await opensAt(conn, bulk, ctx.clock.now())
  return {
    total,
    recipients,
    channels: channelsOf(bulk.channels).map((channel) => {
      const { recipients: count, segments } = tally.channels.get(channel) ?? none
      return { channel, recipients: count, segments: channel === 'sms' ? segments : null }
    }),
    left_out: [...tally.leftOut.values()].sort((a, b) => b.count - a.count),
    samples: samples ? shownKinds(samples).map((kind) => sampleOf(kind, samples[kind])) : [],
    waits_until: recipients > 0 ? moments.first : null,
    needs_count: recipients > BULK_TYPED_ABOVE,
    needs_second_person: recipients > (await settingOf(conn, 'bulk_second_person_above')),
  }
}

const none = { recipients: 0, segments: 0 }
const kinds = Object.keys(sampleKinds) as SampleKind[] // What the record is made of.

/** Where every field is filled in, none is thinner than the others. */
const shownKinds = ({ thinnest }: Samples<Sample>) =>
  kinds.filter((kind) => kind !== 'thinnest' || thinnest.empties > 0)

function sampleOf(kind: SampleKind, { address: to, ...sample }: Sample): BulkSample {
  const { customer_id, name, channel, subject, text, segments } = sample
  return { kind, customer_id, name, channel, to, subject, text, segments }
}
