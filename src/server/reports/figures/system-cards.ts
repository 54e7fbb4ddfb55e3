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
  /** The moment of the last backup that was made, and how its trial restore went. */
  backup: { at: string; outcome: string; is_last_try: boolean } | null
  /** The moment of the last one made by hand, which nobody restores on trial. */
  by_hand: { at: string | null }
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
    (select json_build_object('at', b.started_at, 'outcome', b.outcome, 'is_last_try',
        not exists (select from upkeep_reports l where l.kind = b.kind and l.id > b.id
          and l.finished_at is not null))
      from upkeep_reports b where b.kind = 'drill' and b.detail ? 'backup'
      order by b.id desc limit 1) as backup,
    (select json_build_object('at', max(started_at)) from upkeep_reports
      where kind = 'backup' and detail ? 'backup') as by_hand`

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
  const { failed, waiting, oldest_at, books } = facts
  const since = (at: string | null) => (at ? now.getTime() - Date.parse(at) : 0)
  const isStale = (at: string) => since(at) > 2 * DAY_MS
  return [
    card('jobs_failed', 'Jobs failed', 'count', String(failed), {
      tone: failed > 0 ? 'red' : 'petrol',
      hint: 'in 7 days, given up after every try',
    }),
    card('oldest_job', 'Oldest job waiting', 'moment', oldest_at, {
      tone: since(oldest_at) > LATE_MS ? 'amber' : 'petrol',
      hint: waiting === 0 ? 'nothing waits' : `${plural(waiting, 'job')} to do`,
    }),
    backupCard(facts, isStale),
    card('verify', 'Books verified', 'moment', books?.at ?? null, {
      tone: toneOfBooks(books, isStale),
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

function toneOfBooks(books: LastReport | null, isStale: (at: string) => boolean): Tone {
  if (books?.outcome === 'failed') return 'red'
  return books?.outcome === 'passed' && !isStale(books.at) ? 'petrol' : 'amber'
}

function backupCard(
  { backup, by_hand: { at: by_hand } }: SystemFacts,
  isStale: (at: string) => boolean,
): FigureCard {
  const isByHand = by_hand !== null && Date.parse(by_hand) > Date.parse(backup?.at ?? BEFORE_ALL)
  const words = wordsOfBackup(backup)
  return card('backup', 'Last backup', 'moment', isByHand ? by_hand : (backup?.at ?? null), {
    tone: isRestorable(backup) && !isStale(backup.at) ? 'petrol' : 'red',
    hint: isByHand ? `by hand, not restored on trial; before it: ${words}` : words,
  })
}

const BEFORE_ALL = '1970-01-01'

function isRestorable(backup: SystemFacts['backup']): backup is NonNullable<typeof backup> {
  return backup?.outcome === 'passed' && backup.is_last_try
}

function wordsOfBackup(backup: SystemFacts['backup']): string {
  if (!backup) return 'none was made yet'
  if (!backup.is_last_try) return 'the next one was not made'
  const isCutOff = backup.outcome === 'interrupted'
  return `its trial restore ${isCutOff ? 'was interrupted' : backup.outcome}`
}

function card(
  name: string,
  label: string,
  unit: FigureCard['unit'],
  value: string | null,
  told: { tone: Tone; hint: string },
): FigureCard {
  return { name, label, unit, value, ...told, to: null, is_mine: false }
}
