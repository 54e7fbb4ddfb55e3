import { Stack, Text } from '@mantine/core'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { type ChosenSetting, inWords } from './chosen-setting.ts'
import { SettingHistory } from './setting-history.tsx'

interface Props {
  chosen: ChosenSetting
  onClose: () => void
}

/** One setting for those who may not change it: what holds, and how it came to that. */
export function SettingLook({ chosen, onClose }: Props) {
  const { setting, value } = chosen
  return (
    <Dialog isOpen title={setting.label} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{setting.help}</Text>
        <Text fw={600}>{inWords(setting, value)}</Text>
        <Text size="sm" c="dimmed">{`The standard is ${inWords(setting, setting.initial)}.`}</Text>
        <SettingHistory chosen={chosen} />
      </Stack>
    </Dialog>
  )
}
