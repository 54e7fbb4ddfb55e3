import { formatStamp } from '#domain/kit/calendar.ts'
import { workingHours } from '#domain/messaging/answer-within.ts'
import { type ActivityKind, activityKinds } from '#domain/reports/activity-report.ts'
import type { ReportFact } from '#domain/reports/report.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { monthKey, type ReportSource } from '#server/reports/report-source.ts'
import { type Days, dayOf, daysOf, onDays, stood } from './on-days.ts'

interface Doing {
  id: number
  user_id: number
  person: string
  day: string
  at: string
}

type ActivityQuestion = [...Days, only_user_id: number | null]

const PERSON = fragment`coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.username)`

interface NotedDoing extends Doing {
  object_class: string
  object_id: number
  action: string
  number: string | null
}

// What the history says that people did; what the program did by itself has nobody.
const NOTED = sql<NotedDoing, ActivityQuestion>`
  select h.id, u.id as user_id, ${PERSON} as person, ${dayOf('h.created_at')}::text as day,
    h.created_at as at, h.object_class, h.object_id, h.action,
    coalesce(i.invoice_number, b.supplier_statement_number, p.reference) as number
  from history h join users u on u.id = h.actor_id
    left join invoices i on h.object_class = 'invoice' and i.id = h.object_id
    left join bills b on h.object_class = 'bill' and b.id = h.object_id
    left join invoicepayments p on h.object_class = 'invoicepayment' and p.id = h.object_id
  where (h.object_class, h.action) in (('bill', 'create'), ('bill', 'approve'),
      ('invoice', 'create'), ('invoice', 'approve'), ('invoice', 'send'),
      ('invoicepayment', 'create'), ('billpayment', 'create'), ('banktransaction', 'match'))
    and (h.object_class <> 'bill' or ${stood('b')}) and ${onDays('h.created_at')}
    and ($4::bigint is null or u.id = $4) order by h.id`

interface Answer extends Doing {
  party: string
  thread_id: number
  since: string
  answered_at: string
}

// The first words of a person after somebody wrote; what came before was answered then.
const ANSWERS = sql<Answer, ActivityQuestion>`
  select m.id, u.id as user_id, ${PERSON} as person, ${dayOf('m.created_at')}::text as day,
    m.created_at as at, t.name as party, m.thread_id, w.since,
    coalesce(m.sent_at, m.created_at) as answered_at
  from messages m join users u on u.id = m.author_id join threads t on t.id = m.thread_id
    cross join lateral (select min(i.created_at) as since from messages i
      where i.thread_id = m.thread_id and i.direction = 'in' and not i.is_machine and i.id < m.id
        and i.id > coalesce((select max(o.id) from messages o where o.thread_id = m.thread_id
          and o.direction = 'out' and o.author_id is not null and o.id < m.id
          and o.status <> 'draft' and ${stood('o')}), 0)) w
  where m.direction = 'out' and m.status <> 'draft' and ${stood('m')}
    and coalesce(m.sent_at, m.created_at) <= $3::timestamptz
    and w.since is not null and ${onDays('m.created_at')}
    and ($4::bigint is null or u.id = $4) order by m.id`

/** What people did, one by one; below managers, one’s own alone. */
export const activity: ReportSource = async (conn, asked) => {
  const question = [...daysOf(asked), asked.only_user_id] as const
  const noted = await NOTED.all(conn, ...question)
  const answers = await ANSWERS.all(conn, ...question)
  return { facts: [...noted.flatMap(notedFact), ...answers.map(answerFact)] }
}

const kindsOf: Record<string, ActivityKind> = {
  'bill create': 'bills',
  'bill approve': 'approvals',
  'invoice create': 'drafts',
  'invoice approve': 'approvals',
  'invoice send': 'sends',
  'invoicepayment create': 'payments',
  'billpayment create': 'payments',
  'banktransaction match': 'matches',
}

const addresses: Record<string, [name: string, address: string]> = {
  bill: ['Bill', '/app/bill/edit?id='],
  invoice: ['Invoice', '/app/invoice/edit?id='],
  invoicepayment: ['Payment', '/app/invoicepayment?id='],
  billpayment: ['Payment to a supplier', '/app/billpayment?id='],
  banktransaction: ['Bank line', '/app/banktransaction?id='],
}

function notedFact(one: NotedDoing): ReportFact[] {
  const kind = kindsOf[`${one.object_class} ${one.action}`]
  const [what, address] = addresses[one.object_class] ?? []
  if (!kind || !what) return []
  const entry = {
    key: `h${one.id}`,
    name: `${what} ${one.number ?? one.object_id}`,
    to: `${address}${one.object_id}`,
  }
  return [factOf(one, kind, entry)]
}

function answerFact(one: Answer): ReportFact {
  const hours = workingHours(
    Temporal.Instant.from(one.since),
    Temporal.Instant.from(one.answered_at),
  )
  const entry = {
    key: `m${one.id}`,
    name: one.party,
    to: `/app/messages?state=all&thread=${one.thread_id}`,
  }
  return { ...factOf(one, 'answers', entry), samples: { first_answer: [hours] } }
}

function factOf(
  { user_id, person, day, at }: Doing,
  kind: ActivityKind,
  entry: { key: string; name: string; to: string },
): ReportFact {
  const { label, one } = activityKinds[kind]
  return {
    keys: {
      person: { key: String(user_id), name: person },
      kind: { key: kind, name: label },
      month: monthKey(day),
      entry: { ...entry, detail: `${one} by ${person}, ${formatStamp(at)}` },
    },
    sums: { [kind]: 1 },
  }
}
