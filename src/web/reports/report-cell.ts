import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { inThousands } from '#domain/kit/wording.ts'
import type { CellValue, ColumnKind } from '#domain/reports/report.ts'

const writers: Record<ColumnKind, (value: string) => string> = {
  money: formatMoney,
  count: inThousands,
  percent: (value) => `${value} %`,
  quantity: inTenths,
  day: formatDayShort,
}

/** A figure as it is read; nothing is a dash, except in a total. */
export function cellText(kind: ColumnKind, value: CellValue | undefined, isTotal = false): string {
  if (value === null || value === undefined) return '–'
  if (!isTotal && Number(value) === 0) return '–'
  return writers[kind](String(value))
}

/** A tenth of a kilowatt hour is less than anybody asks for; the file has all of it. */
function inTenths(value: string): string {
  const [whole = '', tenth = ''] = new Exact(value).toFixed(1).split('.')
  return `${inThousands(whole).replace('-', '\u2212')}.${tenth}`
}
