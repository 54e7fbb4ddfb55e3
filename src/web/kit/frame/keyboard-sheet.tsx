import { Kbd, Switch, Table } from '@mantine/core'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { useStore } from '#web/kit/session/store.ts'
import { singleKeys, switchSingleKeys } from './shortcuts.ts'
import { keyboardSheet, ownKeys, type ShownKeys } from './shown-keys.ts'

const keys: ShownKeys = [
  [['Ctrl', 'K'], 'Search and go anywhere'],
  [['Ctrl', 'S'], 'Save'],
  [['Esc'], 'Close'],
  [['/'], 'Search this list'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['x'], 'Select the row'],
  [['Enter'], 'Open the row'],
  [['e'], 'Edit the row or record'],
  [['c'], 'New customer'],
  [['t'], 'New task, about the record in sight'],
  [['z'], 'To what is about to leave, to take it back'],
  [['?'], 'This sheet'],
]

/** The keys, and the switch for those of a single key. */
export function KeyboardSheet() {
  const isOpen = useStore(keyboardSheet)
  const isOn = useStore(singleKeys)
  const own = useStore(ownKeys)
  const isOwn = (key: string) => own.some(([taken]) => taken.includes(key))
  const shown = [...own, ...keys.filter(([taken]) => !taken.some(isOwn))]
  return (
    <Dialog isOpen={isOpen} onClose={() => keyboardSheet.set(false)} title="Keyboard shortcuts">
      <Table verticalSpacing={5} withRowBorders={false}>
        <Table.Tbody>
          {shown.map(([combination, meaning]) => (
            <Table.Tr key={meaning}>
              <Table.Td w={110}>
                {combination.map((key) => (
                  <Kbd key={key} size="xs" mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label="Shortcuts of a single key"
        checked={isOn}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
