import type { CommissionStatus } from '#domain/commissions/commission.ts'
import { statusWords } from '#domain/commissions/commission-words.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'

/** Where an entry stands on its way to the partner. */
export function CommissionChip({ status }: { status: CommissionStatus }) {
  return <StatusChip value={status} {...statusWords[status]} />
}
