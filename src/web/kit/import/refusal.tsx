import { Alert, Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { AnyScreen } from './import-screen.ts'
import type { useUpload } from './use-upload.ts'

interface Props {
  screen: AnyScreen
  upload: ReturnType<typeof useUpload>
}

/** Why a file was not taken; where it came before, the way there and the way on. */
export function Refusal({ screen, upload }: Props) {
  const { first, again, earlier } = upload
  const { problem, details } = again.problem ? again : first
  if (!problem) return null
  return (
    <Alert color={earlier ? 'amber' : 'red'} role="alert" mt="sm">
      {details.join(' ') || problem}
      {earlier && (
        <Group gap="xs" mt="xs">
          <Button component={Link} to={`${screen.path}?id=${earlier}`} variant="default">
            Open that import
          </Button>
          <Button variant="default" loading={again.isBusy} onClick={() => again.onSubmit()}>
            Import it again
          </Button>
        </Group>
      )}
    </Alert>
  )
}
