import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Entity } from '#domain/kit/entity.ts'
import { pathsOf } from '#domain/kit/entity-paths.ts'
import { plural } from '#domain/kit/wording.ts'

export interface BulkResult {
  id: number
  name: string
  /** Why it was not possible; null where it worked. */
  problem: string | null
}

const pasts = {
  approve: 'approved',
  send: 'sent',
  change: 'changed',
  delete: 'deleted',
  restore: 'restored',
}

interface Props {
  verb: keyof typeof pasts
  /** What was worked on, such as invoice. */
  entity: Pick<Entity, 'name' | 'plural' | 'label'>
  results: readonly BulkResult[]
  onClose: () => void
}

/** What became of each, those that did not work first. */
export function BulkResults({ verb, entity, results, onClose }: Props) {
  const failed = results.filter((one) => one.problem !== null)
  const worked = results.length - failed.length
  const sorted = [...failed, ...results.filter((one) => one.problem === null)]
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" fw={600}>
        {plural(worked, entity.label.toLowerCase())} {pasts[verb]}
        {failed.length > 0 ? `, ${failed.length} not` : ''}.
      </Text>
      <List size="sm" spacing={4} listStyleType="none" mah={320} style={{ overflowY: 'auto' }}>
        {sorted.map(({ id, name, problem }) => (
          <List.Item
            key={id}
            icon={
              problem ? (
                <IconAlertTriangle size={16} aria-label="Not possible" />
              ) : (
                <IconCheck size={16} aria-label="Done" />
              )
            }
          >
            <Anchor component={Link} to={`${pathsOf(entity).open}?id=${id}`} size="sm">
              {name}
            </Anchor>
            {problem && `: ${problem}`}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button onClick={onClose}>Ok</Button>
      </Group>
    </Stack>
  )
}
