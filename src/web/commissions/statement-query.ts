import { queryOptions } from '@tanstack/react-query'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { message } from '#domain/messaging/message.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import type { Params } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetCommissions } from './commission-query.ts'

export const MOST_STATEMENTS = 200

/** Statements by some filter, the newest first. */
export const statementsQuery = (filter: Params) =>
  queryOptions({
    queryKey: ['commissionstatements', 'by', filter],
    queryFn: async ({ signal }) => {
      const asked = listInput({ order: '-id', limit: MOST_STATEMENTS, ...filter })
      const call = listCall<typeof commissionstatement>(commissionstatement)
      const { data, info } = await send(call, asked, { signal })
      return { rows: data ?? [], titles: info.titles ?? {}, total: info.total ?? 0 }
    },
    staleTime: 0,
  })

/** What a partner's next statement would come to. */
export const proposalQuery = (partner_id: number) =>
  queryOptions({
    queryKey: ['commissionstatements', 'next of', partner_id],
    queryFn: async ({ signal }) =>
      (await send(commissionstatementCalls.new, { partner_id }, { signal })).data,
    staleTime: 0,
  })

export const linesQuery = (id: number) =>
  queryOptions({
    queryKey: ['commissionstatement', id, 'lines'],
    queryFn: async ({ signal }) =>
      (await send(commissionstatementCalls.lines, { id }, { signal })).data ?? [],
    staleTime: 0,
  })

/** The mails that carried a statement: its PDF has a name that no other has. */
export const deliveriesQuery = ({
  id,
  partner_id,
  statement_number,
  is_being_drawn,
}: Pick<CommissionStatement, 'id' | 'partner_id' | 'statement_number' | 'is_being_drawn'>) =>
  queryOptions({
    // Once the paper is drawn a mail has left with it.
    queryKey: ['commissionstatement', id, 'deliveries', is_being_drawn],
    queryFn: async ({ signal }) => {
      const attachment_name = `${statement_number}.pdf`
      const asked = { partner_id, kind: 'commission', attachment_name, order: '-id', limit: 50 }
      return (
        (await send(listCall<typeof message>(message), listInput(asked), { signal })).data ?? []
      )
    },
    enabled: statement_number !== null,
    staleTime: 0,
  })

const names = ['commissionstatements', 'commissionstatement', 'messages', 'threads']

/** After anything about statements changed, all that shows some of it is asked for again. */
export async function forgetStatements(): Promise<void> {
  await Promise.all([
    ...names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    forgetCommissions(),
    forgetMoney(),
  ])
}
