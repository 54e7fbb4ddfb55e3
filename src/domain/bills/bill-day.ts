import type { Bill } from './bill.ts'

/** The day a bill is of, which decides on its GST: printed on it, else the end of what it bills. */
export const billDay = (
  { date_issued, period_end }: Pick<Bill, 'date_issued' | 'period_end'>,
  today: string,
): string => date_issued ?? period_end ?? today
