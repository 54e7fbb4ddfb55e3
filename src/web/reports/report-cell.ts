import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { inThousands } from '#domain/kit/wording.ts'
import { plainQuantity } from '#domain/meters/quantity.ts'
import type { CellValue, ColumnKind } from '#domain/reports/report.ts'

const writers: Record<ColumnKind, (value: string) => string> = {
  money: formatMoney,
  count: inThousands,
  percent: (value) => `${value} %`,
  // A tenth of a kilowatt hour is less than anybody asks for; the file has all of it.
  quantity: (value) => plainQuantity(value, 1),
  day: formatDayShort,
}

/** A figure as it is read; nothing is a dash, except in a total. */
export function cellText(kind: ColumnKind, value: CellValue | undefined, isTotal = false): string {
  if (value === null || value === undefined) return '–'
  if (!isTotal && Number(value) === 0) return '–'
  return writers[kind](String(value))
}
