import { useQuery } from '@tanstack/react-query'
import type { Contract } from '#domain/contracts/contract.ts'
import { api } from '#web/kit/api.ts'
import type { Values } from '#web/kit/merge.ts'

/** The contract a proposal is compared with: the one named, else the active one of the service. */
export function useContractInForce({ customer_id, contract_id, icp_type }: Values): number | null {
  const { data } = useQuery({
    queryKey: ['contracts', 'in force', customer_id],
    queryFn: async ({ signal }) => {
      const asked = { customer_id: Number(customer_id), contract_status: 'active', limit: 100 }
      const params = { ...asked, order: '-date_start' }
      return (await api.get<Contract[]>('/contracts', params, { signal })).data ?? []
    },
    enabled: Boolean(customer_id),
  })
  if (typeof contract_id === 'number') return contract_id
  const found = data?.find((row) => !icp_type || row.icp_type === icp_type)
  return found?.id ?? null
}
