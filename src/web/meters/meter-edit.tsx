import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { icpProblem, normaliseIcp } from '#domain/kit/icp.ts'
import { meter } from '#domain/meters/meter.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { Edit } from '#web/kit/form/use-edit.ts'
import { useRowId } from '#web/kit/session/use-row.ts'
import { GasCalculator } from './gas-calculator.tsx'
import { NetworkProposal } from './network-proposal.tsx'

/** The form of a meter: an ICP proposes its network, and gas factors can be worked out. */
export function Screen() {
  const id = useRowId()
  const [params] = useSearchParams()
  const customer_id = Number(params.get('customer_id')) || null
  const connection = params.get('connection')
  const start = useMemo(
    () => ({ ...(customer_id ? { customer_id } : {}), ...connectedBy(connection) }),
    [customer_id, connection],
  )
  return <EditScreen key={id ?? 'new'} entity={meter} start={start} under={underField} />
}

/** A connection is known by its ICP, else by the number that the supplier has for it. */
function connectedBy(connection: string | null) {
  if (!connection) return {}
  const icp = normaliseIcp(connection)
  return icpProblem(icp) === null ? { icp_number: icp } : { consumer_number: connection }
}

function underField(name: string, edit: Edit) {
  if (name === 'icp_number') return <NetworkProposal edit={edit} />
  const isGas = edit.values.icp_type === 'gas'
  return name === 'conversion_factor' && isGas ? <GasCalculator edit={edit} /> : null
}
