import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Entity } from '#domain/kit/entity.ts'
import { formatMinute } from '#web/kit/session/clock.ts'
import { showFieldChange } from './field-change-notice.tsx'
import { fieldChangesOfMine } from './field-change-query.ts'
import { outcomeWords } from './field-change-words.ts'

const earlierShown = 3

/** What was changed so before, which can still be looked at and undone. */
export function EarlierChanges({ entity }: { entity: Entity }) {
  const { data } = useQuery({
    queryKey: ['fieldchanges', 'mine'],
    queryFn: fieldChangesOfMine,
    staleTime: 0,
  })
  const earlier = (data ?? []).filter(({ object_class }) => object_class === entity.name)
  if (earlier.length === 0) return null
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        Changed by you before:
      </Text>
      {earlier.slice(0, earlierShown).map((change) => (
        <Group key={change.id} justify="space-between" gap="xs" wrap="nowrap">
          <Text size="xs">
            {formatMinute(change.created_at)}: {outcomeWords(change)}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Show ${outcomeWords(change)}`}
            onClick={() => showFieldChange(change)}
          >
            Show
          </Button>
        </Group>
      ))}
    </Stack>
  )
}
