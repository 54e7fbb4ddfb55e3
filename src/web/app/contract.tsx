import { lazy, Suspense } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { ContractScreen } from '#web/contracts/contract-screen.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { ConnectionMeters } from '#web/meters/connection-meters.tsx'

// Few who open a contract look at who earns on it.
const ContractPartners = lazy(async () => ({
  default: (await import('#web/commissions/contract-partners.tsx')).ContractPartners,
}))

/** A contract with the meters of its connections and its partners, which come after contracts. */
export function Screen() {
  const { role } = useSession()
  return (
    <ContractScreen
      metersOf={(connections) => <ConnectionMeters connections={connections} />}
      partnersOf={
        atLeast(role, 'accounting')
          ? (row) => (
              <Suspense>
                <ContractPartners row={row} />
              </Suspense>
            )
          : null
      }
    />
  )
}
