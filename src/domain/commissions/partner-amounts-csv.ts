import { csvText } from '#domain/kit/csv-writer.ts'
import type { PartnerCount } from './commission-calls.ts'

const columns = [
  { name: 'partner_id', isText: false },
  { name: 'partner', isText: true },
  { name: 'customers', isText: false },
  { name: 'earned', isText: false },
  { name: 'carried', isText: false },
  { name: 'owed', isText: false },
  { name: 'last_statement', isText: true },
  { name: 'last_sent_date', isText: false },
]

/** What stands beside each partner in their list, for spreadsheets. */
export function partnerAmountsCsv(
  counts: readonly PartnerCount[],
  nameOf: (partner_id: number) => string,
): string {
  return csvText(
    columns,
    counts.map(({ partner_id, customers, earned, carried, owed, last_statement }) => [
      ...[partner_id, nameOf(partner_id), customers],
      ...[earned ?? null, carried ?? null, owed ?? null],
      ...[last_statement?.number ?? null, last_statement?.sent_date ?? null],
    ]),
  )
}
