import { ContractScreen } from '#web/contracts/contract-screen.tsx'
import { ConnectionMeters } from '#web/meters/connection-meters.tsx'

/** A contract with the meters of its connections, which come after contracts. */
export function Screen() {
  return (
    <ContractScreen metersOf={(connections) => <ConnectionMeters connections={connections} />} />
  )
}
