import { useQuery } from '@tanstack/react-query'
import { atLeast } from '#domain/access/role.ts'
import type { BankPosition, bankaccountCalls } from '#domain/bank/bank-calls.ts'
import { leftToExplain } from '#domain/bank/left-to-explain.ts'
import { light, send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { NumberCard } from './stat-card.tsx'

// The first screen loads nothing of the bank but this answer: its calls come with its own screens.
const positionsQuery = {
  queryKey: ['bankaccounts', 'positions', 'home'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const asked = light<typeof bankaccountCalls.positions>('GET', '/bankaccounts/positions')
    return (await send(asked, {}, { signal })).data ?? []
  },
}

/** Lines of the bank that nobody has explained yet, and their dollars. */
export function BankCard() {
  const { role } = useSession()
  const mayLook = atLeast(role, 'accounting')
  const { data, isError } = useQuery({ ...positionsQuery, enabled: mayLook })
  if (!mayLook || data?.length === 0) return null
  const left = data && leftToExplain(data)
  return (
    <NumberCard
      label="Bank lines to match"
      data={left?.lines}
      isError={isError}
      to="/app/banktransactions"
      hint={brokenFeeds(data) ?? left?.words ?? ' '}
      tone="amber"
    />
  )
}

/** A feed that stands still comes before what it has brought. */
function brokenFeeds(positions: readonly BankPosition[] | undefined): string | null {
  const broken = positions?.filter(({ feed_status }) => feed_status === 'broken') ?? []
  return broken.length > 0
    ? `The feed of ${broken.map(({ name }) => name).join(', ')} is broken`
    : null
}
