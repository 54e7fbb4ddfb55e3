import type { Candidate, LinePart } from '#domain/bank/candidate.ts'
import type { Titles } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

/** What the things that candidates speak of are called, by their kind and id. */
export type Names = Titles

const lists = {
  customer: { plural: 'customers', title: 'name' },
  supplier: { plural: 'suppliers', title: 'name' },
  invoice: { plural: 'invoices', title: 'invoice_number' },
  adjustment: { plural: 'adjustments', title: 'adjustment_number' },
  bill: { plural: 'bills', title: 'supplier_statement_number' },
} as const
type NamedList = keyof typeof lists

/** Asks for the names that the answer itself did not bring. */
export async function namesIn(candidates: readonly Candidate[], known: Names): Promise<Names> {
  const parts = candidates.flatMap((one) => one.parts)
  const items = parts.flatMap(itemKeysOf)
  const wanted: Record<NamedList, (number | null | undefined)[]> = {
    customer: [
      ...candidates.map((one) => one.customer_id),
      ...parts.map((part) => part.customer_id),
    ],
    supplier: parts.map((part) => part.supplier_id),
    invoice: items.filter((key) => key.startsWith('i')).map((key) => Number(key.slice(1))),
    adjustment: items.filter((key) => key.startsWith('a')).map((key) => Number(key.slice(1))),
    bill: parts.flatMap((part) => part.bill_ids ?? []),
  }
  // The keys are those of the table above.
  const found = await Promise.all(
    (Object.keys(wanted) as NamedList[]).map(async (named) => {
      const ids = [...new Set(wanted[named])].filter((id) => typeof id === 'number')
      const missing = ids.filter((id) => known[named]?.[String(id)] === undefined)
      return [named, { ...known[named], ...(await titlesOf(named, missing)) }] as const
    }),
  )
  return Object.fromEntries(found)
}

export function itemKeysOf({ page, plan }: LinePart): string[] {
  return page ? [page] : (plan ?? []).map(({ key }) => key)
}

async function titlesOf(named: NamedList, ids: number[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const { plural, title } = lists[named]
  const sorted = ids.sort((a, b) => a - b).join(',')
  const rows = await queryClient.fetchQuery({
    queryKey: [plural, 'names', sorted],
    queryFn: async () => {
      const params = { 'id.in': sorted, fields: `id,${title}`, limit: 100 }
      return (await send(listCall({ plural }), listInput(params))).data ?? []
    },
    staleTime: 60_000,
  })
  return Object.fromEntries(rows.map((row) => [row.id, String(row[title] ?? '')]))
}
