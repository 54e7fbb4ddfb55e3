import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Contract } from '#domain/contracts/contract.ts'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  customer_id: number | null
  value: number | null
  /** Fees and credits that wait, without any contract. */
  isAlone: boolean
  onChange: (chosen: { contract_id: number | null; charges_only: boolean }) => void
}

const ALONE = 'alone'

/** The customer's own contracts; left open, the one in force is taken. */
export function ContractChoice({ customer_id, value, isAlone, onChange }: Props) {
  const { data } = useQuery({
    queryKey: ['contracts', 'of customer', customer_id, 'choices'],
    queryFn: async ({ signal }) => {
      const params = { customer_id, limit: 100 }
      return (await send(contractCalls.list, params, { signal })).data ?? []
    },
    enabled: customer_id !== null,
  })
  return (
    <Select
      label="Contract"
      size="sm"
      placeholder={data?.length === 0 ? 'No contracts' : 'The one in force'}
      disabled={customer_id === null}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Contract' }}
      data={[
        ...(data ?? []).map((row) => ({ value: String(row.id), label: titleOf(row) })),
        { value: ALONE, label: 'None: waiting fees and credits alone' },
      ]}
      value={isAlone ? ALONE : value === null ? null : String(value)}
      onChange={(next) =>
        onChange({ contract_id: Number(next) || null, charges_only: next === ALONE })
      }
    />
  )
}

function titleOf(row: Contract): string {
  const facts = [row.contract_number ?? `Contract ${row.id}`, humanise(row.contract_status)]
  return [...facts, ...(row.connections ?? [])].join(' · ')
}
