import { Anchor, Button, Kbd, List, Text } from '@mantine/core'
import { Link } from 'react-router'
import { keyboardSheet } from '#web/kit/frame/shown-keys.ts'
import { isFaqFound, useFaqs } from './faqs.ts'
import { Faqs, HelpSearch, useHelpSearch } from './help-search.tsx'
import { type Chapter, InformationPage } from './information.tsx'

/** Stands at the same place of the bar on every page. */
export function Screen() {
  const { finds, ...search } = useHelpSearch()
  const faqs = useFaqs().filter(isFaqFound(finds))
  const found = chapters.filter(({ heading, words }) => finds(`${heading} ${words}`))
  return (
    <InformationPage
      title="Help"
      lead="Short answers to what people ask first"
      chapters={found}
      finds={finds}
    >
      <HelpSearch {...search} />
      <Faqs rows={faqs} />
      {search.q && faqs.length + found.length === 0 && (
        <Text size="sm">Nothing here says that. Try fewer words, or ask under Contact.</Text>
      )}
    </InformationPage>
  )
}

// Each with the words it is found by, besides its heading.
const chapters: (Chapter & { words: string })[] = [
  {
    heading: 'Finding things',
    words: 'search name number phone email macrons Ctrl K',
    text: (
      <>
        Press <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">K</Kbd> anywhere and type a name, a number, a
        phone number or an email address. Macrons don't matter: Otaki finds Ōtaki.
      </>
    ),
  },
  {
    heading: 'Lists',
    words: 'filters sorting columns views address',
    text: 'Filters, sorting and columns are in the address of the page: copy it and a colleague sees the same list. Save view keeps it as a tab.',
  },
  {
    heading: 'Two people, one record',
    words: 'lock edit save differences',
    text: 'While somebody edits a record the others see who it is. If both save, the second sees the differences and chooses field by field. Nothing is overwritten silently.',
  },
  {
    heading: 'Deleted by mistake',
    words: 'undo restore',
    text: 'Use Undo in the message that appears, or open the record later and choose Restore.',
  },
  {
    heading: 'Dates and amounts',
    words: 'day month money minus today eom',
    text: (
      <List size="sm">
        <List.Item>Dates: 3/2/26, 3 Feb, 03022026, today, +7, eom.</List.Item>
        <List.Item>Amounts: 1234.5, $1,234.50, or (12.00) for a minus.</List.Item>
      </List>
    ),
  },
  {
    heading: 'Keys',
    words: 'keyboard shortcuts',
    text: (
      <Button variant="default" onClick={() => keyboardSheet.set(true)}>
        Show keyboard shortcuts
      </Button>
    ),
  },
  {
    heading: 'Still stuck?',
    words: 'contact support',
    text: (
      <Anchor component={Link} to="/app/contact" size="sm" underline="always">
        Contact
      </Anchor>
    ),
  },
]
