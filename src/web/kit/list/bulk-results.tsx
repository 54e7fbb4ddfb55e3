import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { csvText } from '#domain/kit/csv-writer.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { pathsOf } from '#domain/kit/entity-paths.ts'
import { plural } from '#domain/kit/wording.ts'
import { saveText } from '#web/kit/form/save-text.ts'
import { csvName } from '#web/kit/session/download.ts'

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
  undo: 'put back',
}

// A window with thousands of lines is slow, and nobody reads them there.
const shownAtMost = 200

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
        {sorted.slice(0, shownAtMost).map(({ id, name, problem }) => (
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
            <Anchor
              component={Link}
              to={`${pathsOf(entity).open}?id=${id}`}
              size="sm"
              onClick={onClose}
            >
              {name}
            </Anchor>
            {problem && `: ${problem}`}
          </List.Item>
        ))}
      </List>
      {sorted.length > shownAtMost && (
        <Text size="sm" c="dimmed">
          and {sorted.length - shownAtMost} more
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {failed.length > 0 && (
          <Button variant="default" onClick={() => saveFailures(entity.plural, failed)}>
            Download what failed
          </Button>
        )}
        <Button onClick={onClose}>Ok</Button>
      </Group>
    </Stack>
  )
}

const columns = [
  { name: 'id', isText: false },
  { name: 'name', isText: true },
  { name: 'reason', isText: true },
]

/** What did not work, to work through it elsewhere. */
function saveFailures(plural: string, failed: readonly BulkResult[]): void {
  const rows = failed.map(({ id, name, problem }) => [id, name, problem])
  saveText(csvName(`${plural}-failed`, new Date()), csvText(columns, rows))
}
