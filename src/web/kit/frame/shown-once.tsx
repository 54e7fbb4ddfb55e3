import { Alert, Button, Code, CopyButton, Group } from '@mantine/core'

/** A secret that the server answers this once, to be copied. */
export function ShownOnce({ secret }: { secret: string }) {
  return (
    <Alert color="amber" title="Copy it now: it is not shown again.">
      <Group gap="sm">
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  )
}
