import { atLeast } from '#domain/access/role.ts'
import { Problem } from '#domain/kit/problem.ts'
import { figures } from '#domain/reports/figures/all-figures.ts'
import type {
  Dashboard,
  FigureCard,
  OrganisationFigures,
} from '#domain/reports/figures/dashboard-calls.ts'
import {
  addressOf,
  type Figure,
  type FigureNumbers,
  type FigureSet,
  roleOfSet,
} from '#domain/reports/figures/figure.ts'
import { type FigureFacts, figureFacts, spanBefore } from '#domain/reports/figures/figure-facts.ts'
import { medianOf } from '#domain/reports/figures/median.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { chartsFor, type DaySource, daySource } from './charts.ts'
import { numbersOf } from './figure-numbers.ts'
import { noticesFor } from './notices.ts'
import { systemCards } from './system-cards.ts'

/** All statements of a dashboard see the same moment. */
const ONE_MOMENT = 'set transaction isolation level repeatable read, read only'

interface DashboardQuestion {
  set: FigureSet
  charts?: '0' | '1' | undefined
}

/** The figures of a set that the caller's role may read; nothing else is even asked for. */
export async function showDashboard(ctx: Context, { set, charts }: DashboardQuestion) {
  const { role } = ctx.actor
  if (!atLeast(role, roleOfSet[set])) throw new Problem('forbidden')
  const as_at = ctx.clock.now().toISOString()
  const none = { set, as_at, cards: [], notices: [], charts: [], organisations: [] }
  if (role === 'padmin' && set !== 'system')
    return { data: { ...none, organisations: await countsByOrganisation(ctx, set) } }
  const data = await atOneMoment(ctx, async (conn): Promise<Dashboard> => {
    if (set === 'system') return { ...none, cards: await systemCards(conn, ctx.clock.now()) }
    const facts = await factsOf(ctx, conn)
    const days = daySource(conn, facts.today)
    const wanted = figures.filter(({ sets, from }) => sets.includes(set) && atLeast(role, from))
    const [cards, notices, drawn] = await Promise.all([
      Promise.all(wanted.map((figure) => cardOf(ctx, conn, figure, facts, days))),
      noticesFor(ctx, conn),
      charts === '1' ? chartsFor(conn, set, facts.today, days) : [],
    ])
    return { ...none, cards, notices, charts: drawn }
  })
  return { data }
}

function atOneMoment<T>(ctx: Context, ask: (conn: Conn) => Promise<T>): Promise<T> {
  return ctx.database.write(scopeOf(ctx), ask, ONE_MOMENT)
}

async function factsOf(ctx: Context, conn: Conn): Promise<FigureFacts> {
  const [contract_expiring_days, answer_within] = await Promise.all([
    settingOf(conn, 'contract_expiring_days'),
    settingOf(conn, 'answer_within'),
  ])
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.clock.now().getTime())
  return figureFacts({ now, contract_expiring_days, answer_within })
}

async function cardOf(
  ctx: Context,
  conn: Conn,
  figure: Figure,
  facts: FigureFacts,
  days: DaySource,
): Promise<FigureCard> {
  const { name, label, shows, tone, isCompared } = figure
  const [numbers, before] = await Promise.all([
    currentOf(ctx, conn, figure, facts, days),
    isCompared ? beforeOf(ctx, conn, figure, facts, days) : undefined,
  ])
  return {
    name,
    label,
    unit: shows === 'sum' ? 'money' : shows,
    value: shownOf(figure, numbers),
    tone: typeof tone === 'string' ? tone : tone(numbers),
    hint: figure.hint(numbers, facts),
    to: addressOf(figure, facts),
    ...(before ? { before } : {}),
    is_mine: figure.isMine ?? false,
  }
}

const shownOf = ({ shows }: Figure, { count, amount }: FigureNumbers) =>
  shows === 'count' ? String(count) : amount

/** What is kept by day is added up from there; everything else is asked of its rows. */
async function currentOf(
  ctx: Context,
  conn: Conn,
  figure: Figure,
  facts: FigureFacts,
  days: DaySource,
): Promise<FigureNumbers> {
  const { kept } = figure
  if (!kept) return numbersOf(ctx, conn, figure, facts)
  const found = await days.of(kept.source)
  if (figure.shows === 'days') {
    const counts = found.byKey(facts.last90)
    const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
    return { count, amount: medianOf(counts), parts: {} }
  }
  return { count: 0, amount: found.sumOf(facts.span, kept.keys).toFixed(2), parts: {} }
}

async function beforeOf(
  ctx: Context,
  conn: Conn,
  figure: Figure,
  facts: FigureFacts,
  days: DaySource,
) {
  const of = async (back: { months?: number; years?: number }) => {
    const span = spanBefore(facts.today, back)
    return shownOf(figure, await currentOf(ctx, conn, figure, { ...facts, span }, days)) ?? '0'
  }
  const [month, year] = await Promise.all([of({ months: 1 }), of({ years: 1 })])
  return { month, year }
}

const ORGANISATIONS = sql<{ id: number; name: string }>`select id, name from organisations
  where is_active and deleted_at is null order by name limit 500`

/** One after the other, each in its own scope: row-level security counts for nobody else. */
async function countsByOrganisation(ctx: Context, set: FigureSet): Promise<OrganisationFigures[]> {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => ORGANISATIONS.all(conn))
  const counted = figures.filter(({ sets, isMine, kept }) => sets.includes(set) && !isMine && !kept)
  const found: OrganisationFigures[] = []
  for (const { id, name } of rows) {
    const there = { ...ctx, actor: { ...ctx.actor, organisation_id: id } }
    const counts = await atOneMoment(there, async (conn) => {
      const facts = await factsOf(there, conn)
      const numbers = await Promise.all(
        counted.map((figure) => numbersOf(there, conn, figure, facts)),
      )
      return counted.map((figure, place) => ({
        name: figure.name,
        label: figure.label,
        count: numbers[place]?.count ?? 0,
      }))
    })
    found.push({ organisation_id: id, name, counts })
  }
  return found
}
