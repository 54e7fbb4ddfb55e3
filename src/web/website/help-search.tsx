import { Anchor, Group, Paper, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { parseAsString, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type Faq, faq } from '#domain/website/faq.ts'
import { RichWords } from '#web/kit/frame/rich-words.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { wordFinder } from './faqs.ts'

/** What a search of the help has in its words: every word that is typed, wherever it stands. */
export function useHelpSearch() {
  const [q, setQ] = useQueryState('q', parseAsString.withDefault(''))
  return { q, setQ: (typed: string) => void setQ(typed || null), finds: wordFinder(q) }
}

interface SearchProps {
  q: string
  setQ: (typed: string) => void
}

export function HelpSearch({ q, setQ }: SearchProps) {
  return (
    <TextInput
      type="search"
      label="Search in Help"
      placeholder="Dates, discount, two people…"
      leftSection={<IconSearch size={15} aria-hidden />}
      value={q}
      onChange={(event) => setQ(event.currentTarget.value)}
    />
  )
}

/** The questions by their topics, each with its answer behind it. */
export function Faqs({ rows }: { rows: Faq[] }) {
  const { user, role } = useSession()
  const mayWrite = Boolean(user?.organisation_id) && atLeast(role, faq.access.write)
  if (rows.length === 0 && !mayWrite) return null
  const topics = Map.groupBy(rows, (row) => row.topic ?? '')
  return (
    <Paper component="section" aria-label="Questions and answers">
      <Group justify="space-between" mb={4}>
        <Title order={2}>Questions and answers</Title>
        {mayWrite && (
          <Anchor component={Link} to="/app/faqs" size="sm">
            Edit FAQs
          </Anchor>
        )}
      </Group>
      {[...topics].map(([topic, questions]) => (
        <div key={topic}>
          {topic && (
            <Title order={3} size="sm" c="dimmed" mt="xs">
              {topic}
            </Title>
          )}
          {questions.map((row) => (
            <details key={row.id} id={`faq-${row.id}`}>
              <summary>{row.question}</summary>
              <Text component="div" size="sm" my={4}>
                <RichWords html={row.answer} />
              </Text>
            </details>
          ))}
        </div>
      ))}
    </Paper>
  )
}
