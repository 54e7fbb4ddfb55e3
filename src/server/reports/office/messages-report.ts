import { monthEnd } from '#domain/kit/day-number.ts'
import { type Filter, filterBy, writeFilters } from '#domain/kit/list-filter.ts'
import { plural } from '#domain/kit/wording.ts'
import { type BlockSource, blockSources } from '#domain/messaging/checks/listed.ts'
import { checkRules } from '#domain/messaging/checks/stop.ts'
import { type MessageKind, messageKinds } from '#domain/messaging/message-kind.ts'
import { type MessageState, messageStateWords } from '#domain/messaging/message-machine.ts'
import type { GroupKey, ReportFact } from '#domain/reports/report.ts'
import type { Span } from '#domain/reports/report-period.ts'
import { sql } from '#server/kit/database/sql.ts'
import { monthKey, type ReportSource } from '#server/reports/report-source.ts'
import { type Days, dayOf, daysOf, onDays } from './on-days.ts'

type Channel = 'email' | 'sms' | 'chat' | 'all'

/** What nobody sent is no message yet, or none any more. */
type SentState = Exclude<MessageState, 'draft' | 'cancelled'>

interface CountedMessages {
  month: string
  channel: Channel
  kind: MessageKind
  state: SentState
  count: number
}

// What arrived or is on its way is counted; what did not is told one by one.
const REACHED = sql<CountedMessages, Days>`
  select to_char(${dayOf('m.created_at')}, 'YYYY-MM') || '-01' as month, m.type as channel, m.kind,
    case when m.direction = 'in' then 'received' else m.status end as state, count(*)::int as count
  from messages m where m.type in ('email', 'sms', 'chat') and m.direction in ('in', 'out')
    and m.status in ('queued', 'sending', 'accepted', 'delivered', 'received')
    and m.deleted_at is null and ${onDays('m.created_at')}
  group by 1, 2, 3, 4`

interface LostMessage extends Omit<CountedMessages, 'count'> {
  id: number
  recipient: string | null
  shown_as: string | null
  error: string | null
  error_code: string | null
}

const LOST = sql<LostMessage, Days>`
  select m.id, ${dayOf('m.created_at')}::text as month, m.type as channel, m.kind,
    m.status as state, m.recipient, m.shown_as, m.error, m.error_code
  from messages m where m.type in ('email', 'sms', 'chat') and m.direction = 'out'
    and m.status in ('failed', 'bounced', 'blocked', 'unconfirmed')
    and m.deleted_at is null and ${onDays('m.created_at')} order by m.id`

interface OptOut {
  id: number
  month: string
  channel: Channel
  contact: string
  source: BlockSource
  reason: string | null
}

const OPT_OUTS = sql<OptOut, Days>`
  select b.id, ${dayOf('b.created_at')}::text as month, b.type as channel, b.contact, b.source,
    b.reason
  from messageblacklists b where b.deleted_at is null and ${onDays('b.created_at')} order by b.id`

const columns: Record<SentState, string> = {
  queued: 'on_way',
  sending: 'on_way',
  accepted: 'sent',
  delivered: 'delivered',
  failed: 'not_sent',
  bounced: 'came_back',
  blocked: 'stopped',
  unconfirmed: 'not_sure',
  received: 'received',
}

const channelWords: Record<Channel, string> = {
  email: 'Email',
  sms: 'Text message',
  chat: 'Chat',
  all: 'All channels',
}

/** What became of messages, and who opted out. */
export const messages: ReportSource = async (conn, asked) => {
  const days = daysOf(asked)
  const [reached, lost, optOuts] = [
    await REACHED.all(conn, ...days),
    await LOST.all(conn, ...days),
    await OPT_OUTS.all(conn, ...days),
  ]
  const told = reached.map((one) => reachedFact(one, asked))
  return { facts: [...told, ...lost.map(lostFact), ...optOuts.map(optOutFact)] }
}

type Sorted = Pick<CountedMessages, 'month' | 'channel' | 'kind' | 'state'>

const keysOf = ({ month, channel, kind, state }: Sorted) => ({
  month: monthKey(month),
  channel: { key: channel, name: channelWords[channel] },
  kind: { key: kind, name: messageKinds[kind] },
  state: { key: state, name: messageStateWords[state] },
})

const ARRIVED: GroupKey = { key: '', name: 'Arrived, or on their way' }

/** The days of a month that were asked for: the list shows what was counted. */
function withinMonth(month: string, { from, to }: Span): Filter[] {
  const [first = from, last = to] = [
    [from, month].sort().at(-1),
    [to, monthEnd(month)].sort().at(0),
  ]
  return [filterBy('created_at', 'gte', first), filterBy('created_at', 'lte', last)]
}

function reachedFact(one: CountedMessages, asked: Span): ReportFact {
  const { month, channel, kind, state, count } = one
  const where = writeFilters([
    filterBy('kind', 'eq', kind),
    state === 'received' ? filterBy('direction', 'eq', 'in') : filterBy('status', 'eq', state),
    filterBy('type', 'eq', channel),
    ...(state === 'received' ? [] : [filterBy('direction', 'eq', 'out')]),
    ...withinMonth(month, asked),
  ])
  const message = {
    key: `${month} ${channel} ${kind} ${state}`,
    name: `${messageKinds[kind]}: ${plural(count, 'message')}`,
    detail: `${messageStateWords[state]}, ${channelWords[channel].toLowerCase()}, ${monthKey(month).name}`,
    to: `/app/messages?tab=history&where=${encodeURIComponent(where)}`,
  }
  const keys = { ...keysOf(one), reason: ARRIVED, message }
  return { keys, sums: { messages: count, [columns[state]]: count } }
}

function lostFact(one: LostMessage): ReportFact {
  const { id, state, error, error_code, recipient, shown_as } = one
  const words = reasonOf(one)
  const message = {
    key: `m${id}`,
    name: shown_as || `Message ${id}`,
    detail: [messageStateWords[state], recipient, error].filter(Boolean).join(', '),
    to: `/app/message?id=${id}`,
  }
  const reason = { key: error_code ?? words, name: words }
  return {
    keys: { ...keysOf(one), reason, message },
    sums: { messages: 1, [columns[state]]: 1 },
  }
}

const rules: Record<string, string> = checkRules

function reasonOf({ state, error, error_code }: LostMessage): string {
  const known = error_code ? rules[error_code] : undefined
  if (known) return `Stopped: ${known.toLowerCase()}`
  const said = error_code ? `${messageStateWords[state]}: ${error_code}` : error
  return (said ?? messageStateWords[state]).slice(0, 80)
}

function optOutFact({ id, month, channel, contact, source, reason }: OptOut): ReportFact {
  const words = blockSources[source]
  return {
    keys: {
      month: monthKey(month),
      channel: { key: channel, name: channelWords[channel] },
      kind: { key: 'opt_out', name: 'Opted out' },
      state: { key: 'opt_out', name: 'Opted out' },
      reason: { key: `opt out ${source}`, name: `Opted out: ${words.toLowerCase()}` },
      message: {
        key: `b${id}`,
        name: contact,
        detail: reason ?? words,
        to: `/app/messageblacklist/edit?id=${id}`,
      },
    },
    sums: { opt_outs: 1 },
  }
}
