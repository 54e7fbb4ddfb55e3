import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { plural } from '#domain/kit/wording.ts'
import { connectionQuery } from '#web/directdebit/debit-query.ts'
import { formatTime } from '#web/kit/session/clock.ts'

const LOOK_AGAIN_MS = 15_000

/** Says so where the provider does not let us in, or does not answer. */
export function ConnectionTrouble() {
  const { data } = useQuery({
    ...connectionQuery,
    refetchInterval: ({ state }) =>
      state.data?.connection?.message || state.data?.connection?.waiting_until
        ? LOOK_AGAIN_MS
        : false,
  })
  const connection = data?.connection
  if (!connection) return null
  if (connection.connection_status === 'broken')
    return (
      <Alert color="red" role="status" title="Direct debit is disconnected">
        {connection.message} Nothing is collected until an admin connects it again; what is planned
        waits.
      </Alert>
    )
  const { waiting_until, waiting_calls, message } = connection
  const isWaiting = waiting_until !== null && Date.parse(waiting_until) > Date.now()
  if (!isWaiting && !message) return null
  return (
    <Alert color="amber" role="status" title="Waiting for GoCardless">
      {message && `The last time it said: ${message} `}
      {waiting_calls > 0 && `${plural(waiting_calls, 'call')} could not be made yet. `}
      {isWaiting
        ? `It is asked again after ${formatTime(waiting_until)}.`
        : 'It is tried again by itself.'}
    </Alert>
  )
}
