import { useQuery } from '@tanstack/react-query'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import type { Values } from '#web/kit/form/merge.ts'
import { send } from '#web/kit/session/send.ts'

/** What a proposal can begin with: the contract named, else the active one of the service. */
export function useContractInForce({ customer_id, contract_id, icp_type }: Values) {
  const { data } = useQuery({
    queryKey: ['contracts', 'in force', customer_id],
    queryFn: async ({ signal }) => {
      const asked = { customer_id: Number(customer_id), contract_status: 'active', limit: 100 }
      const params = { ...asked, order: '-date_start' }
      return (await send(contractCalls.list, params, { signal })).data ?? []
    },
    enabled: Boolean(customer_id),
  })
  const named = typeof contract_id === 'number' ? contract_id : null
  const found = data?.find((row) =>
    named === null ? !icp_type || row.icp_type === icp_type : row.id === named,
  )
  return { contract_id: named ?? found?.id ?? null, terms: found ?? null }
}
