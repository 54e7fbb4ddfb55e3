import { median } from './discount-calendar.ts'
import type { ColumnKind, ReportColumn, Samples } from './report.ts'

const column =
  (kind: ColumnKind) =>
  (name: string, label: string, more: Partial<ReportColumn> = {}): ReportColumn => ({
    name,
    label,
    kind,
    ...more,
  })

export const moneyColumn = column('money')
export const countColumn = column('count')
export const percentColumn = column('percent')

/** The middle of the single values, with one digit; nothing where there are none. */
export const medianColumn = (
  name: string,
  label: string,
  more: Partial<ReportColumn> = {},
): ReportColumn =>
  countColumn(name, label, {
    ...more,
    from: (_, samples: Samples) => median(samples[name] ?? [])?.toFixed(1) ?? null,
  })
