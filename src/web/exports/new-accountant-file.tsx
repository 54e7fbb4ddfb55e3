import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { accountantTargets } from '#domain/exports/accountantfile.ts'
import { accountantfileCalls } from '#domain/exports/accountantfile-calls.ts'
import { addDays, monthStart } from '#domain/kit/day-number.ts'
import { plural } from '#domain/kit/wording.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

type Target = keyof typeof accountantTargets

/** The month before this one, which is what accountants ask for. */
function lastMonth() {
  const end = addDays(monthStart(today()), -1)
  return { period_start: monthStart(end), period_end: end }
}

/** Makes a file of what is new in a period. */
export function NewAccountantFile() {
  const [asked, setAsked] = useState(() => ({
    target: 'xero_sales' as Target,
    amounts: 'inclusive' as 'inclusive' | 'exclusive',
    is_again: false,
    ...lastMonth(),
  }))
  const set = (changes: Partial<typeof asked>) => setAsked((before) => ({ ...before, ...changes }))
  const submit = useSubmit(async (key) => {
    const { data } = await send(accountantfileCalls.create, asked, { key })
    toast(`${plural(data.documents ?? 0, 'document')} in ${plural(data.files ?? 0, 'file')}.`)
    await queryClient.invalidateQueries({ queryKey: ['accountantfiles'] })
  })
  const takesGst = asked.target === 'xero_sales' || asked.target === 'xero_bills'
  return (
    <Paper component="section" aria-label="New file">
      <Title order={2} mb="sm">
        New file
      </Title>
      <form onSubmit={submit.onSubmit} noValidate>
        <Stack gap="sm">
          {submit.problem && (
            <Alert color="red" role="alert">
              {submit.problem}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
            <NativeSelect
              label="For"
              value={asked.target}
              // The options are just the targets.
              onChange={(event) => set({ target: event.currentTarget.value as Target })}
              data={Object.entries(accountantTargets).map(([value, label]) => ({ value, label }))}
            />
            <DayInput
              label="From"
              value={asked.period_start}
              onChange={(day) => set({ period_start: day ?? '' })}
              error={submit.errorOf('period_start')}
              required
            />
            <DayInput
              label="To"
              value={asked.period_end}
              onChange={(day) => set({ period_end: day ?? '' })}
              error={submit.errorOf('period_end')}
              required
            />
            {takesGst && (
              <NativeSelect
                label="Amounts"
                value={asked.amounts}
                onChange={(event) =>
                  set({
                    amounts: event.currentTarget.value === 'exclusive' ? 'exclusive' : 'inclusive',
                  })
                }
                data={[
                  { value: 'inclusive', label: 'With GST' },
                  { value: 'exclusive', label: 'Without GST' },
                ]}
              />
            )}
          </SimpleGrid>
          <Checkbox
            label="Also what was exported before"
            checked={asked.is_again}
            onChange={(event) => set({ is_again: event.currentTarget.checked })}
          />
          <Group>
            <Button type="submit" loading={submit.isBusy}>
              Make file
            </Button>
            <Text size="sm" c="dimmed">
              Account codes and the names of taxes stand in the settings.
            </Text>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
