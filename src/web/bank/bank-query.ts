import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bankaccountCalls } from '#domain/bank/bank-calls.ts'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { banktransactionCalls, type LineInfo } from '#domain/bank/banktransaction-calls.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import type { Info, Params } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { type Names, namesIn } from './candidate-names.ts'

export const lineViews = ['open', 'automatic', 'matched', 'left_out', 'all'] as const
export type LineView = (typeof lineViews)[number]

const explained = 'matched,transfer,reconciled'
const asked: Record<LineView, Params> = {
  open: { 'transaction_status.in': 'new,suggested' },
  automatic: { 'transaction_status.in': explained, matched_by: 'automatic' },
  matched: { 'transaction_status.in': explained },
  left_out: { transaction_status: 'ignored' },
  all: {},
}

/** Which lines are looked at. */
export interface LineChoice {
  view: LineView
  account: number | null
  q: string
}

export const PAGE_SIZE = 100

export function lineParams({ view, account, q }: LineChoice): Params {
  return { ...asked[view], bankaccount_id: account, q: q || undefined }
}

/** Open lines come in the order in which they happened, so that old debts are paid first. */
export function linesQuery(choice: LineChoice, offset: number) {
  const order = choice.view === 'open' ? 'transaction_date' : '-transaction_date'
  const params = { ...lineParams(choice), order, offset, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: ['banktransactions', 'list', params],
    queryFn: async ({ signal }) => {
      const answer = await send(banktransactionCalls.list, listInput(params), { signal })
      return { rows: answer.data ?? [], total: answer.info.total ?? 0 }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export interface KnownLine extends LineInfo {
  row: BankTransaction
  names: Names
  actions: NonNullable<Info['available_actions']>
  titles: NonNullable<Info['titles']>
}

/** A line with what it may be, or what it is; the names in it are asked for along with it. */
export function lineQuery(id: number) {
  return queryOptions({
    queryKey: ['banktransaction', id, 'explained'],
    queryFn: async ({ signal }): Promise<KnownLine> => {
      const { data: row, info } = await send(banktransactionCalls.get, { id }, { signal })
      const [candidates, parts] = [info.candidates ?? [], info.parts ?? []]
      const titles = info.titles ?? {}
      const names = await namesIn(candidates, titles)
      return { row, candidates, parts, names, titles, actions: info.available_actions ?? [] }
    },
    staleTime: 10_000,
  })
}

export const positionsQuery = queryOptions({
  queryKey: ['bankaccounts', 'positions'],
  queryFn: async ({ signal }) =>
    (await send(bankaccountCalls.positions, {}, { signal })).data ?? [],
  // Files may have come in since somebody last looked.
  staleTime: 0,
})

const stale = [
  'banktransactions',
  'banktransaction',
  'bankaccounts',
  'bankaccount',
  'bankstatement',
]

/** After a line was matched or opened again, all that shows lines or money is asked for anew. */
export async function forgetBank(): Promise<void> {
  const own = stale.map((name) => queryClient.invalidateQueries({ queryKey: [name] }))
  await Promise.all([...own, forgetMoney()])
}
