import type { Mandate } from '#domain/directdebit/mandate.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'

const enders: Record<NonNullable<Mandate['ended_by']>, string> = {
  us: 'through us',
  customer: 'by the customer',
  bank: 'by the customer’s bank',
  provider: 'by the provider',
}

/** When an authority ended, and by whom; null for one that has not. */
export function endedInWords({ ended_date, ended_by }: Mandate): string | null {
  if (!ended_date) return null
  return ['Ended', formatDayShort(ended_date), ended_by && enders[ended_by]]
    .filter(Boolean)
    .join(' ')
}

export const sourceInWords: Record<Mandate['source'], string> = {
  online: 'Online, on the provider’s page',
  phone: 'By phone',
  paper: 'On paper',
  import: 'Taken over from the provider',
}

export const REPLACED =
  'The authority there is now ends once this one can be used; debits not yet with the bank move over.'
