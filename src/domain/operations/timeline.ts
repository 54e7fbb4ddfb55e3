import type { Changes } from '#domain/kit/history-calls.ts'

// A customer's timeline is the history of everything that belongs to the customer. One act of a
// person is one event, however many rows it wrote.

/** One row of the history, with the words its object is known by. */
export interface ToldRow {
  id: number
  object_class: string
  object_id: number
  action: string
  changes: Changes
  reason: string | null
  actor_name: string
  impersonator_name: string | null
  source: string
  request_id: string | null
  created_at: string
  title: string | null
  /** What it is a part of: the contract of a rate, the meter of a reading. */
  parent_id: number | null
  parent_title: string | null
}

/** What a timeline is filtered by, and the entities each of them tells of. */
export const timelineKinds = {
  customer: ['customer'],
  contract: ['contract', 'signature'],
  rate: ['rate', 'supplierrate', 'rateupdate', 'supplierrateupdate'],
  meter: ['meter', 'meterregister'],
  reading: ['meterreading'],
  invoice: ['invoice', 'bill'],
  payment: ['invoicepayment', 'adjustment'],
  message: ['message'],
  note: ['note'],
  task: ['task'],
  file: ['file'],
  enquiry: ['enquiry'],
  proposal: ['proposal'],
} as const satisfies Record<string, readonly string[]>

export type TimelineKind = keyof typeof timelineKinds

// The keys of the record above are the kinds.
export const allKinds = Object.keys(timelineKinds) as TimelineKind[]

/** The entities a choice of kinds tells of; all of them when nobody chose. */
export function classesOf(kinds: readonly TimelineKind[]): string[] {
  return (kinds.length > 0 ? kinds : allKinds).flatMap((kind) => [...timelineKinds[kind]])
}

export function kindOf(object_class: string): TimelineKind {
  const isOf = (kind: TimelineKind) =>
    (timelineKinds[kind] as readonly string[]).includes(object_class)
  return allKinds.find(isOf) ?? 'customer'
}

/** What is written along with something larger, and told by it. */
const parts: ReadonlySet<string> = new Set([
  'rate',
  'supplierrate',
  'meterregister',
  'meterreading',
  'signature',
  'bill',
])

/** Rows that tell of one act, newest first. */
export type Act = readonly [ToldRow, ...ToldRow[]]

/** Puts together what was one act: the rows of one call, and readings of one meter in a row. */
export function actsOf(rows: readonly ToldRow[]): Act[] {
  const acts: [ToldRow, ...ToldRow[]][] = []
  for (const row of rows) {
    const act = acts.at(-1)
    if (act && belongsTo(act, row)) act.push(row)
    else acts.push([row])
  }
  return acts
}

function belongsTo(act: Act, row: ToldRow): boolean {
  const [newest] = act
  if (row.actor_name !== newest.actor_name) return false
  const isOneCall = row.request_id !== null && row.request_id === newest.request_id
  if (isOneCall && !act.some(({ object_class }) => object_class === 'note'))
    return parts.has(row.object_class) || act.every((one) => isPartOf(one, row))
  return isEntered(row) && act.every((one) => isEntered(one) && one.parent_id === row.parent_id)
}

const isPartOf = (one: ToldRow, row: ToldRow) =>
  parts.has(one.object_class) && row.object_class !== 'note'

const isEntered = (row: ToldRow) => row.object_class === 'meterreading' && row.action === 'create'

/** The row an act is told by: what its other rows are parts of. */
export function leadOf(act: Act): ToldRow {
  return act.find((row) => !parts.has(row.object_class)) ?? act[0]
}
