import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { normaliseIcp } from '#domain/kit/icp.ts'
import { meterCalls, type NetworkProposal as Proposal } from '#domain/meters/meter-calls.ts'
import { meterWarnings } from '#domain/meters/meter-connection.ts'
import type { Edit } from '#web/kit/form/use-edit.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './meter-details.module.css'

const filled = ['power_network', 'power_hotline'] as const

/** Fills the network and its faults line from the ICP; what somebody typed is left alone. */
export function NetworkProposal({ edit }: { edit: Edit }) {
  const { values, form } = edit
  const [icp] = useDebouncedValue(normaliseIcp(String(values.icp_number ?? '')), 300)
  const first = useRef(icp)
  const proposed = useRef<Proposal>({})
  // The ICP a meter was opened with has had its proposal.
  const isAsked = icp !== first.current && /^\d{10}[A-Z]{2}/.test(icp)
  const { data } = useQuery({
    queryKey: ['meters', 'proposal', icp.slice(10, 12)],
    queryFn: async () => (await send(meterCalls.proposal, { icp_number: icp })).data ?? {},
    enabled: isAsked,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new proposal fills the fields
  useEffect(() => {
    if (!isAsked || !data) return
    for (const name of filled) {
      const mine = form.getValues()[name]
      const isFree = !mine || mine === proposed.current[name]
      if (isFree) form.setFieldValue(name, data[name] ?? null)
    }
    proposed.current = data
  }, [data, isAsked])
  const icp_type = String(values.icp_type ?? '')
  const [warning] = meterWarnings({ icp_type, icp_number: icp })
  const isFilled = isAsked && data?.power_network && values.power_network === data.power_network
  return (
    <div role="status">
      {isFilled && (
        <Text size="xs" c="dimmed" mt={4}>
          Network proposed from the ICP: {data.power_network}. Change it if it is another.
        </Text>
      )}
      {warning && (
        <Text size="xs" mt={4} className={classes.late}>
          Check: {warning.message}
        </Text>
      )}
    </div>
  )
}
