import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import classes from '#web/kit/frame/banner.module.css'
import { hasNewerBuild } from '#web/kit/session/newer-build.ts'
import { useStore } from '#web/kit/session/store.ts'

/** Tells of newer screens while these still work; what is half typed is asked about as ever. */
export function NewVersionBanner() {
  if (!useStore(hasNewerBuild)) return null
  return (
    <div className={classes.banner} data-tone="petrol" role="status">
      <Group gap="xs" wrap="nowrap">
        <IconRefresh size={18} aria-hidden />
        <Text size="sm">A new version is ready – refresh when you're done.</Text>
      </Group>
      <Button variant="default" onClick={() => location.reload()}>
        Refresh
      </Button>
    </div>
  )
}
