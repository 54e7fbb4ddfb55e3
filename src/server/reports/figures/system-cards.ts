import { plural } from '#domain/kit/wording.ts'
import type { FigureCard } from '#domain/reports/figures/dashboard-calls.ts'
import type { Tone } from '#domain/reports/figures/figure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface LastReport {
  outcome: keyof typeof verified
  at: string
}

interface SystemFacts {
  failed: number
  waiting: number
  oldest_at: string | null
  books: LastReport | null
  drill: { outcome: string; at: string } | null
}

const DAY_MS = 86_400_000
const LATE_MS = 10 * 60_000

const FACTS = sql<SystemFacts, [now: Date]>`select
    (select count(*)::int from pgboss.job where state = 'failed'
      and completed_on >= $1::timestamptz - interval '7 days') as failed,
    (select count(*)::int from pgboss.job where state in ('created', 'retry')
      and start_after <= $1) as waiting,
    (select min(greatest(created_on, start_after)) from pgboss.job
      where state in ('created', 'retry') and start_after <= $1) as oldest_at,
    (select json_build_object('outcome', outcome, 'at', finished_at) from upkeep_reports
      where kind = 'books' and finished_at is not null order by id desc limit 1) as books,
    (select json_build_object('outcome', outcome, 'at', coalesce(finished_at, started_at))
      from upkeep_reports where kind = 'drill' order by id desc limit 1) as drill`

const PROVIDERS = sql<{ name: string; at: string | null; is_broken: boolean }>`
  select 'Bank feed' as name, max(fetched_at) as at, bool_or(feed_status = 'broken') as is_broken
    from bankfeeds having count(*) > 0
  union all select 'Direct debit', (select max(done_at) from ddcalls),
    connection_status = 'broken' from ddconnections
  union all select case type when 'sms' then 'Text messages' else 'Mail' end, max(sent_at), false
    from messages where direction = 'out' and type in ('sms', 'email') and sent_at is not null
    group by type`

/** How the machinery runs: what failed, what waits, and when each part was last heard of. */
export async function systemCards(conn: Conn, now: Date): Promise<FigureCard[]> {
  const [facts, providers] = await Promise.all([FACTS.one(conn, now), PROVIDERS.all(conn)])
  if (!facts) throw new Error('Facts of the system are always there.')
  const { failed, waiting, oldest_at, books, drill } = facts
  const since = (at: string | null) => (at ? now.getTime() - Date.parse(at) : 0)
  const hasPassed = (report: SystemFacts['drill']) =>
    report?.outcome === 'passed' && since(report.at) <= 2 * DAY_MS
  return [
    card('jobs_failed', 'Jobs failed', 'count', String(failed), {
      tone: failed > 0 ? 'red' : 'petrol',
      hint: 'in 7 days, given up after every try',
    }),
    card('oldest_job', 'Oldest job waiting', 'moment', oldest_at, {
      tone: since(oldest_at) > LATE_MS ? 'amber' : 'petrol',
      hint: waiting === 0 ? 'nothing waits' : `${plural(waiting, 'job')} to do`,
    }),
    card('backup', 'Backup tried', 'moment', drill?.at ?? null, {
      tone: hasPassed(drill) ? 'petrol' : 'red',
      hint: drill ? `the last trial restore ${drill.outcome}` : 'no trial restore yet',
    }),
    card('verify', 'Books verified', 'moment', books?.at ?? null, {
      tone: books?.outcome === 'failed' ? 'red' : hasPassed(books) ? 'petrol' : 'amber',
      hint: books ? verified[books.outcome] : 'not yet',
    }),
    ...providers.map(({ name, at, is_broken }) =>
      card(`provider ${name}`, name, 'moment', at, {
        tone: is_broken ? 'red' : 'petrol',
        hint: is_broken ? 'disconnected' : 'last answer',
      }),
    ),
  ]
}

const verified = {
  passed: 'every rule and every entry, every night',
  failed: 'something is wrong: see System',
  interrupted: 'the last look was interrupted',
} as const

function card(
  name: string,
  label: string,
  unit: FigureCard['unit'],
  value: string | null,
  told: { tone: Tone; hint: string },
): FigureCard {
  return { name, label, unit, value, ...told, to: null, is_mine: false }
}
