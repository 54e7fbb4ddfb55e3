import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { parkedCalls } from '#domain/books/parked-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

/** An account that does not add up is left alone; whoever opens the customer sees why. */
export function ParkedBanner({ customer_id }: { customer_id: number }) {
  const { role } = useSession()
  const { data } = useQuery({
    queryKey: ['ledger', 'parked', customer_id],
    queryFn: async ({ signal }) =>
      (await send(parkedCalls.list, { customer_id }, { signal })).data ?? [],
  })
  const [parked] = data ?? []
  if (!parked) return null
  return (
    <Alert color="red" role="status" title="This account is parked">
      <Text size="sm">
        It gets no invoices, no reminders and no fees until it adds up again: {parked.reason}.
      </Text>
      {atLeast(role, 'manager') && (
        <Anchor component={Link} to="/app/invoices/run#books" size="sm">
          Check the books
        </Anchor>
      )}
    </Alert>
  )
}
