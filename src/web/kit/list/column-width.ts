import type { Entity } from '#domain/kit/entity.ts'
import type { Kind } from '#domain/kit/field.ts'
import { shownZoneMark } from '#web/kit/session/clock.ts'
import { isStatus } from './cells.tsx'

// Room by kind, in pixels; columns share what is left over in the same proportion.
const widths: Record<Kind, number> = {
  text: 125,
  longText: 240,
  richText: 240,
  email: 190,
  emails: 220,
  connections: 170,
  phone: 130,
  url: 160,
  flag: 90,
  integer: 90,
  money: 100,
  rate: 100,
  percent: 90,
  quantity: 110,
  date: 100,
  timestamp: 168,
  choice: 130,
  option: 110,
  ref: 160,
  refs: 180,
  json: 180,
  icp: 140,
  nzbn: 130,
  gstNumber: 110,
  bankAccount: 150,
  bic: 110,
  postcode: 80,
  timeZone: 150,
}

/** A stamp, with the name of its zone where it has one. */
const stampWidth = () => widths.timestamp + 8 * shownZoneMark().length

export function columnWidth(entity: Entity, column: string): number {
  if (column.endsWith('_number')) return 118
  if (column === entity.title) return 215
  // Accounts of the ledger stand with their names.
  if (column === 'account') return 200
  const kind = entity.fields[column]?.kind
  if (!kind) return column.endsWith('_at') ? stampWidth() : 80
  if (kind === 'timestamp') return stampWidth()
  if (!isStatus(column)) return widths[kind]
  return kind === 'choice' ? 175 : 108
}
