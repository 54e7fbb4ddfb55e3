import { Anchor, Button, Kbd, List } from '@mantine/core'
import { Link } from 'react-router'
import { keyboardSheet } from '#web/kit/frame/keyboard-sheet.tsx'
import { InformationPage } from './information.tsx'

/** Stands at the same place of the bar on every page. */
export function Screen() {
  return (
    <InformationPage
      title="Help"
      lead="Short answers to what people ask first"
      chapters={[
        {
          heading: 'Finding things',
          text: (
            <>
              Press <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">K</Kbd> anywhere and type a name, a
              number, a phone number or an email address. Macrons don't matter: Otaki finds Ōtaki.
            </>
          ),
        },
        {
          heading: 'Lists',
          text: 'Filters, sorting and columns are in the address of the page: copy it and a colleague sees the same list. Save view keeps it as a tab.',
        },
        {
          heading: 'Two people, one record',
          text: 'While somebody edits a record the others see who it is. If both save, the second sees the differences and chooses field by field. Nothing is overwritten silently.',
        },
        {
          heading: 'Deleted by mistake',
          text: 'Use Undo in the message that appears, or open the record later and choose Restore.',
        },
        {
          heading: 'Dates and amounts',
          text: (
            <List size="sm">
              <List.Item>Dates: 3/2/26, 3 Feb, 03022026, today, +7, eom.</List.Item>
              <List.Item>Amounts: 1234.5, $1,234.50, or (12.00) for a minus.</List.Item>
            </List>
          ),
        },
        {
          heading: 'Keys',
          text: (
            <Button variant="default" onClick={() => keyboardSheet.set(true)}>
              Show keyboard shortcuts
            </Button>
          ),
        },
        {
          heading: 'Still stuck?',
          text: (
            <Anchor component={Link} to="/app/contact" size="sm" underline="always">
              Contact
            </Anchor>
          ),
        },
      ]}
    />
  )
}
