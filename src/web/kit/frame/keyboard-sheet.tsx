import { Kbd, Switch, Table } from '@mantine/core'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { createStore, useStore } from '#web/kit/session/store.ts'
import { singleKeys, switchSingleKeys } from './shortcuts.ts'

export const keyboardSheet = createStore(false)

const keys: [string[], string][] = [
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
  [['?'], 'This sheet'],
]

/** The keys, and the switch for those of a single key. */
export function KeyboardSheet() {
  const isOpen = useStore(keyboardSheet)
  const isOn = useStore(singleKeys)
  return (
    <Dialog isOpen={isOpen} onClose={() => keyboardSheet.set(false)} title="Keyboard shortcuts">
      <Table verticalSpacing={5} withRowBorders={false}>
        <Table.Tbody>
          {keys.map(([combination, meaning]) => (
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
