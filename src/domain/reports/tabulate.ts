import { compareTexts } from '#domain/kit/compare-texts.ts'
import { dayText } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { quantityText } from '#domain/meters/quantity.ts'
import type { NarrowedTo } from './narrowed.ts'
import type {
  CellValue,
  GroupKey,
  ReportColumn,
  ReportDefinition,
  ReportFact,
  Samples,
  Sums,
} from './report.ts'

export interface Tabulated {
  /** What a row says is written when somebody asks for it: of thousands a page is shown. */
  rows: { key: GroupKey; sums: Sums; readonly values: Record<string, CellValue> }[]
  totals: Record<string, CellValue>
  /** What the totals come to, before they are written. */
  sums: Sums
}

/** Groups whose rows have an order of their own. */
const inOrder: readonly string[] = ['month', 'box']

const MILLIONTHS = 1_000_000

const NOWHERE: GroupKey = { key: '', name: 'Without' }

/** Adds facts up by one of the report's groups. The totals are the sums of the rows. */
export function tabulate(
  { columns, main, isByName }: Pick<ReportDefinition, 'columns' | 'main' | 'isByName'>,
  facts: readonly ReportFact[],
  group: string,
  narrowed: NarrowedTo = [],
): Tabulated {
  const meant = narrowed.length > 0 ? facts.filter((fact) => isMeant(fact, narrowed)) : facts
  const summed = columns.filter((column) => !column.from)
  const groups = Map.groupBy(meant, (fact) => (fact.keys[group] ?? NOWHERE).key)
  const rows = [...groups.values()].map((members) => {
    const key = members[0]?.keys[group] ?? NOWHERE
    const sums = added(summed, members)
    return {
      key,
      sums,
      get values() {
        return written(columns, sums, gathered(members))
      },
    }
  })
  const sums = added(summed, meant)
  return {
    rows: rows
      .filter((row) => summed.some(({ name }) => row.sums[name] !== 0))
      .sort(inOrder.includes(group) ? byKey : isByName ? byName : byMain(main)),
    totals: written(columns, sums, gathered(meant)),
    sums,
  }
}

function isMeant(fact: ReportFact, narrowed: NarrowedTo): boolean {
  return narrowed.every(({ group, key }) => (fact.keys[group] ?? NOWHERE).key === key)
}

function added(columns: readonly ReportColumn[], facts: readonly ReportFact[]): Sums {
  const total: Record<string, number> = {}
  for (const { name } of columns) total[name] = 0
  for (const { sums } of facts)
    for (const { name, kind } of columns) {
      const [sum = 0, next = 0] = [total[name], sums[name]]
      total[name] = kind === 'day' ? earlier(sum, next) : sum + next
    }
  return total
}

/** Of two days the one that came first; nothing is no day. */
function earlier(one: number, other: number): number {
  return one === 0 || other === 0 ? one + other : Math.min(one, other)
}

/** The columns that say something: of those that may be left out, what no row has any of is. */
export function toldColumns(
  columns: readonly ReportColumn[],
  { rows, totals }: Pick<Tabulated, 'rows' | 'totals'>,
): ReportColumn[] {
  const isSaid = (value: CellValue | undefined) => Number(value ?? 0) !== 0
  return columns.filter(
    ({ name, isOptional, isUntold }) =>
      !isUntold &&
      (!isOptional || isSaid(totals[name]) || rows.some(({ values }) => isSaid(values[name]))),
  )
}

function gathered(facts: readonly ReportFact[]): Samples {
  const all: Record<string, number[]> = {}
  for (const { samples = {} } of facts)
    for (const [name, values] of Object.entries(samples)) {
      const own = all[name] ?? []
      all[name] = own
      for (const value of values) own.push(value)
    }
  return all
}

/** Sums as they are written: money as decimal text, counts as numbers. */
export function written(
  columns: readonly ReportColumn[],
  sums: Sums,
  samples: Samples = {},
): Record<string, CellValue> {
  return Object.fromEntries(columns.map((column) => [column.name, cellOf(column, sums, samples)]))
}

function cellOf({ name, kind, from }: ReportColumn, sums: Sums, samples: Samples): CellValue {
  if (from) return from(sums, samples)
  const value = sums[name] ?? 0
  if (kind === 'money') return toDecimalString(wholeCents(value))
  if (kind === 'quantity') return quantityText(new Exact(value).div(MILLIONTHS))
  if (kind === 'day') return value === 0 ? null : dayText(value)
  return value
}

interface Sortable {
  key: GroupKey
  sums: Sums
}
const byName = (a: Sortable, b: Sortable) => compareTexts(a.key.name, b.key.name) || byKey(a, b)
const byKey = (a: Sortable, b: Sortable) => compareTexts(a.key.key, b.key.key)
// Names may be equal; keys never are, so the order is always the same.
const byMain = (main: string) => (a: Sortable, b: Sortable) =>
  (b.sums[main] ?? 0) - (a.sums[main] ?? 0) || compareTexts(a.key.name, b.key.name) || byKey(a, b)
