import { ActionIcon, Box, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import { type GstRate, gstChangeInWords } from '#domain/kit/gst.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { readRates, typedRates } from './chosen-setting.ts'

interface Props {
  label: string
  /** What holds until it is saved. */
  held: unknown
  typed: string
  onType: (typed: string) => void
  error: string | undefined
}

/** Percentages with the day each holds from, and what a change of them does. */
export function GstRatesInput({ label, held, typed, onType, error }: Props) {
  const rates = readRates(typed)
  const put = (at: number, change: Partial<GstRate>) =>
    onType(typedRates(rates.map((rate, place) => (place === at ? { ...rate, ...change } : rate))))
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      {rates.map((rate, at) => (
        // Rows have no names of their own; nothing is sorted while somebody types.
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            w={110}
            flex="none"
            label={`Percentage ${at + 1}`}
            inputMode="decimal"
            rightSection={<span aria-hidden>%</span>}
            value={rate.percent}
            onChange={(event) => put(at, { percent: event.currentTarget.value })}
          />
          <Box flex={1}>
            <DayInput
              label={`From ${at + 1}`}
              isAnyDay
              value={rate.from}
              onChange={(from) => put(at, { from: from ?? '' })}
            />
          </Box>
          {rates.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove percentage ${at + 1}`}
              onClick={() => onType(typedRates(rates.toSpliced(at, 1)))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onType(typedRates([...rates, { from: '', percent: '' }]))}
        >
          Another percentage
        </Button>
      </Group>
      {error && <Input.Error>{error}</Input.Error>}
      <Effect held={held} typed={typed} />
    </Stack>
  )
}

function Effect({ held, typed }: Pick<Props, 'held' | 'typed'>) {
  const { schema } = organisationSettings.gst_percentages
  const [before, after] = [schema.safeParse(held), schema.safeParse(readRates(typed))]
  if (!before.success || !after.success) return null
  return (
    <Text size="sm" role="status">
      {gstChangeInWords(before.data, after.data)}
    </Text>
  )
}
