import { today } from '#web/kit/frame/today.ts'

interface Lasting {
  contract_status: string
  date_start: string | null
  date_end: string | null
}

/** The day a contract is looked at on: today, or its first or last day while today is outside. */
export function dayOfInterest(row: Lasting): string {
  const now = today()
  const isOver = row.contract_status === 'ended' || row.contract_status === 'cancelled'
  if (isOver && row.date_end && row.date_end < now) return row.date_end
  return row.date_start && row.date_start > now ? row.date_start : now
}
