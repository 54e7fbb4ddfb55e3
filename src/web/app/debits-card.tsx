import { useQuery } from '@tanstack/react-query'
import { atLeast } from '#domain/access/role.ts'
import type {
  DirectDebitConnection,
  DirectDebitOverview,
  directdebitCalls,
} from '#domain/directdebit/directdebit-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { light, send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { NumberCard } from './stat-card.tsx'

// The first screen loads nothing of direct debit but these answers.
const stateCall = light<typeof directdebitCalls.state>('GET', '/directdebit')
const overviewCall = light<typeof directdebitCalls.overview>('GET', '/directdebit/overview')

/** Debits that were not honoured; before them what keeps any from being collected. */
export function DebitsCard() {
  const { role } = useSession()
  const mayLook = atLeast(role, 'accounting')
  const state = useQuery({
    queryKey: ['directdebit', 'state'],
    queryFn: async ({ signal }) => (await send(stateCall, {}, { signal })).data,
    enabled: mayLook,
  })
  const isConnected = state.data?.is_connected === true
  const { data, isError } = useQuery({
    queryKey: ['directdebit', 'overview'],
    queryFn: async ({ signal }) => (await send(overviewCall, {}, { signal })).data,
    enabled: isConnected,
  })
  if (!isConnected) return null
  return (
    <NumberCard
      label="Debits not honoured"
      data={data?.not_honoured.count}
      isError={isError}
      to="/app/directdebits?tab=not_honoured"
      hint={troubleOf(state.data) ?? frozenOf(data) ?? sumOf(data)}
      tone="red"
    />
  )
}

function troubleOf(state: DirectDebitConnection | undefined): string | null {
  if (state?.connection?.connection_status === 'broken') return 'Direct debit is disconnected'
  return state?.connection?.waiting_until ? 'Waiting for GoCardless' : null
}

function frozenOf(overview: DirectDebitOverview | undefined): string | null {
  return overview?.frozen ? `debits of ${plural(overview.frozen, 'customer')} are stopped` : null
}

const sumOf = (overview: DirectDebitOverview | undefined) =>
  overview ? `$${formatMoney(overview.not_honoured.amount)} in the last 30 days` : ' '
