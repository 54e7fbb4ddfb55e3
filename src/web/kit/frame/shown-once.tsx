import { Alert, Code, Group } from '@mantine/core'
import { CopyText } from './copy-text.tsx'

/** A secret that the server answers this once, to be copied. */
export function ShownOnce({ secret }: { secret: string }) {
  return (
    <Alert color="amber" title="Copy it now: it is not shown again.">
      <Group gap="sm">
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyText value={secret} />
      </Group>
    </Alert>
  )
}
