import { Alert, Anchor, Button, Code, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  brokenWords,
  type ChainDigest,
  chainCalls,
  chainTitles,
} from '#domain/books/chain-calls.ts'
import { booksVerdict } from '#domain/invoices/books-verdict.ts'
import { type BooksReport, ledgerCalls } from '#domain/invoices/ledger-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'

/** Everything that must hold of the books, asked now; accounts that do not add up are parked. */
export function BooksCheck() {
  const [found, setFound] = useState<BooksReport | null>(null)
  const look = useSubmit(async () => {
    setFound((await send(ledgerCalls.verify, {})).data)
  })
  return (
    <Paper component="section" id="books">
      <Title order={2} mb="sm">
        The books
      </Title>
      <Group gap="sm">
        <Button variant="default" loading={look.isBusy} onClick={() => look.onSubmit()}>
          Check the books
        </Button>
        <Text size="sm" c="dimmed">
          Every night this happens by itself. Accounts that do not add up get no invoices and no
          reminders until they do.
        </Text>
      </Group>
      {look.problem && (
        <Alert color="red" role="alert" mt="sm">
          {look.problem}
        </Alert>
      )}
      {found && <Outcome found={found} />}
      <Digests />
    </Paper>
  )
}

function Outcome({ found }: { found: BooksReport }) {
  const { checks, invoices_checked, violations, invoices_wrong, chains } = found
  const linked = chains.reduce((sum, { checked }) => sum + checked, 0)
  const broken = chains.flatMap((chain) => (chain.broken ? [chain.broken] : []))
  const verdict = booksVerdict(found)
  const proved = `${plural(invoices_checked, 'invoice')} computed again`
  const untouched = `${plural(linked, 'entry', 'entries')} of books and history untouched since they were made`
  if (verdict === 'fine' || verdict === 'unfinished')
    return (
      <Text size="sm" role="status" mt="sm">
        {verdict === 'fine' ? 'The books add up' : 'Nothing wrong was found so far'}:{' '}
        {plural(checks.length, 'rule')} hold, {proved} to the cent, {untouched}
        {verdict === 'fine' ? '.' : '; time ran out before the rest, which is looked at tonight.'}
      </Text>
    )
  return (
    <Alert color="red" role="alert" mt="sm" title="Something is wrong with the books">
      <List size="sm">
        {broken.map((link) => (
          <List.Item key={brokenWords(link)}>{brokenWords(link)}.</List.Item>
        ))}
        {violations.map(({ code, title, customer_id, detail }) => (
          <List.Item key={`${code} ${detail}`}>
            {title}: {detail}. {customer_id !== null && <CustomerLink id={customer_id} />}
          </List.Item>
        ))}
        {invoices_wrong.map(({ id, customer_id }) => (
          <List.Item key={id}>
            Invoice {id} is not what its figures give. <CustomerLink id={customer_id} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

const SHOWN = 14

const columns: Column<ChainDigest>[] = [
  { heading: 'Day', cell: ({ day }) => formatDay(day) },
  { heading: 'Of', cell: ({ chain }) => chainTitles[chain] },
  { heading: 'Entries', isNumber: true, cell: ({ entries }) => entries },
  { heading: 'Digest', cell: ({ digest }) => <Code>{digest}</Code> },
]

/** Kept elsewhere, these prove later that nothing was changed behind the program. */
function Digests() {
  const { data: digests = [] } = useQuery({
    queryKey: ['ledger', 'digests'],
    queryFn: async ({ signal }) => (await send(chainCalls.digests, {}, { signal })).data ?? [],
  })
  if (digests.length === 0) return null
  return (
    <Stack gap="xs" mt="md">
      <Title order={3}>Digests, day by day</Title>
      <Text size="sm" c="dimmed">
        Written down elsewhere, they show later that no entry was changed behind the program. The
        setting digest_email sends them to somebody each night.
      </Text>
      <PlainTable
        label="Digests of the books"
        rows={digests.slice(0, SHOWN)}
        keyOf={({ chain, day }) => `${chain} ${day}`}
        columns={columns}
      />
    </Stack>
  )
}

function CustomerLink({ id }: { id: number }) {
  return (
    <Anchor component={Link} to={`/app/customer/details?id=${id}`} size="sm">
      Open the customer
    </Anchor>
  )
}
