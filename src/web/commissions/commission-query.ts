import { queryOptions } from '@tanstack/react-query'
import { commission } from '#domain/commissions/commission.ts'
import { commissionCalls, partnerCountCalls } from '#domain/commissions/commission-calls.ts'
import { contractpartner } from '#domain/commissions/contractpartner.ts'
import { partnerterm } from '#domain/commissions/partnerterm.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { listCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

const MOST = 200

/** Terms of a partner that follow its first ones, the latest first. */
export const termsQuery = (partner_id: number) =>
  queryOptions({
    queryKey: ['partnerterms', partner_id],
    queryFn: async ({ signal }) => {
      const asked = { partner_id, order: '-valid_from_date', limit: MOST }
      return (await send(listCall<typeof partnerterm>(partnerterm), asked, { signal })).data ?? []
    },
    staleTime: 0,
  })

/** Who earns on contracts, of one contract or of one partner. */
export const sharesQuery = (about: { contract_id: number } | { partner_id: number }) =>
  queryOptions({
    queryKey: ['contractpartners', about],
    queryFn: async ({ signal }) => {
      const asked = { ...about, order: '-valid_from_date', limit: MOST }
      const call = listCall<typeof contractpartner>(contractpartner)
      const { data, info } = await send(call, asked, { signal })
      return { rows: data ?? [], titles: info.titles ?? {}, total: info.total ?? 0 }
    },
    staleTime: 0,
  })

/** What a partner earned, the latest first. */
export const earnedQuery = (partner_id: number) =>
  queryOptions({
    queryKey: ['commissions', 'of partner', partner_id],
    queryFn: async ({ signal }) => {
      const asked = { partner_id, order: '-id', limit: MOST }
      const { data, info } = await send(listCall<typeof commission>(commission), asked, { signal })
      return { rows: data ?? [], titles: info.titles ?? {}, total: info.total ?? 0 }
    },
    staleTime: 0,
  })

/** What a partner earned and no statement that was sent tells of, those of a draft among it. */
export const waitingQuery = (partner_id: number) =>
  queryOptions({
    queryKey: ['commissions', 'waiting', partner_id],
    queryFn: async ({ signal }) => {
      const asked = { partner_id, commission_status: 'accrued', order: '-id', limit: 500 }
      const { data, info } = await send(listCall<typeof commission>(commission), asked, { signal })
      return { rows: data ?? [], titles: info.titles ?? {} }
    },
    staleTime: 0,
  })

/** What an invoice earned its partners. */
export const invoiceCommissionQuery = (id: number) =>
  queryOptions({
    queryKey: ['commissions', 'of invoice', id],
    queryFn: async ({ signal }) => (await send(commissionCalls.ofInvoice, { id }, { signal })).data,
    staleTime: 0,
  })

/** How many customers each partner has, and what waits to be stated for those who may see it. */
export const partnerCountsQuery = queryOptions({
  queryKey: ['partners', 'customercount'],
  queryFn: async ({ signal }) =>
    new Map(
      ((await send(partnerCountCalls.customercount, {}, { signal })).data ?? []).map((one) => [
        one.partner_id,
        one,
      ]),
    ),
  staleTime: 0,
})

const names = ['partnerterms', 'contractpartners', 'commissions', 'partners', 'transactions']

/** After anything about commissions changed, all that shows some of it is asked for again. */
export async function forgetCommissions(): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
