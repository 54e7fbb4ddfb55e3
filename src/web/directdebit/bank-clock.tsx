import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { doubleBankCalls } from '#domain/directdebit/double-bank-calls.ts'
import { formatDayLong } from '#domain/kit/calendar.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { dayShown, formatTime } from '#web/kit/session/clock.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetDebitsSoon } from './debit-query.ts'

const queryKey = ['doublebank']
const A_WEEK = 5

const momentOf = (now: string) => `${formatDayLong(dayShown(now))}, ${formatTime(now)}`

/** The banks of a demonstration: days pass there when somebody lets them. */
export function BankClock() {
  const { role } = useSession()
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await send(doubleBankCalls.read, {}, { signal, isQuiet: true })).data,
    staleTime: 0,
  })
  if (!data?.now) return null
  return (
    <Stack gap="md" component="section" aria-label="Banks">
      <Title order={2}>Banks</Title>
      <Paper>
        <Text size="sm">
          At the customers’ banks and the provider of direct debits it is{' '}
          <strong>{momentOf(data.now)}</strong>. Let days pass there to see what follows: on its day
          a debit goes to the bank, three working days later it is collected, and a day after that
          it is paid out.{' '}
          {atLeast(role, 'accounting') && (
            <Anchor component={Link} to="/app/directdebits" size="sm">
              Direct debits
            </Anchor>
          )}
        </Text>
        {atLeast(role, 'accounting') ? (
          <Group gap="xs" mt="sm">
            <Move days={1} label="Move the banks’ clock one working day" />
            <Move days={A_WEEK} label="Five working days" />
          </Group>
        ) : (
          <Text size="sm" c="dimmed" mt="sm">
            Accounting moves their clock.
          </Text>
        )}
      </Paper>
    </Stack>
  )
}

function Move({ days, label }: { days: number; label: string }) {
  const submit = useSubmit(async () => {
    try {
      toast((await send(doubleBankCalls.move, { working_days: days })).message)
    } catch (cause) {
      toastProblem(cause)
    }
    await Promise.all([queryClient.invalidateQueries({ queryKey }), forgetDebitsSoon()])
  })
  return (
    <Button variant="default" loading={submit.isBusy} onClick={() => submit.onSubmit()}>
      {label}
    </Button>
  )
}
