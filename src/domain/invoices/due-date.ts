import { nextWorkingDay } from '#domain/kit/working-day.ts'

export interface DueDateRule {
  due_date_type: string | null
  due_date_value_offset: number | null
  due_date_value_fixed: number | null
}

/**
 * When an invoice is due: so many days after its date, or on a fixed day of the month after it (the
 * last day where the month is shorter); never on a day on which the banks do not work.
 */
export function dueDateOf(rule: DueDateRule, invoice_date: string): string {
  const { due_date_type, due_date_value_offset, due_date_value_fixed } = rule
  const key = `${invoice_date} ${due_date_type} ${due_date_value_offset} ${due_date_value_fixed}`
  // The invoices of a run are nearly all due on the same day.
  if (last?.key !== key) last = { key, due: findDueDate(rule, invoice_date) }
  return last.due
}

let last: { key: string; due: string } | undefined

function findDueDate(rule: DueDateRule, invoice_date: string): string {
  const date = Temporal.PlainDate.from(invoice_date)
  if (rule.due_date_type === 'fixed') {
    const month = date.with({ day: 1 }).add({ months: 1 })
    const day = Math.min(rule.due_date_value_fixed ?? 20, month.daysInMonth)
    return nextWorkingDay(month.with({ day }).toString())
  }
  return nextWorkingDay(date.add({ days: rule.due_date_value_offset ?? 20 }).toString())
}
