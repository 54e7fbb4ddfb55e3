import { Group, Paper, SegmentedControl, Switch, Title, useMantineColorScheme } from '@mantine/core'
import { singleKeys, switchSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { useStore } from '#web/kit/session/store.ts'

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
] as const

/** How the screens look and listen in this browser. */
export function LookPanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const hasKeys = useStore(singleKeys)
  return (
    <Paper component="section">
      <Title order={2} mb="sm">
        This browser
      </Title>
      <Group gap="xl">
        <SegmentedControl
          aria-label="Colours"
          data={[...schemes]}
          value={colorScheme}
          onChange={setColorScheme}
        />
        <Switch
          label="Shortcuts of a single key"
          checked={hasKeys}
          onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
        />
      </Group>
    </Paper>
  )
}
