import { Alert, Anchor, Button, Group, List, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { type BooksReport, ledgerCalls } from '#domain/invoices/ledger-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
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
    </Paper>
  )
}

function Outcome({ found }: { found: BooksReport }) {
  const { checks, invoices_checked, violations, invoices_wrong } = found
  const proved = `${plural(invoices_checked, 'invoice')} computed again`
  if (found.is_fine)
    return (
      <Text size="sm" role="status" mt="sm">
        The books add up: {plural(checks.length, 'rule')} hold, {proved} to the cent
        {found.is_complete ? '.' : '; the rest is looked at tonight.'}
      </Text>
    )
  return (
    <Alert color="red" role="alert" mt="sm" title="Some accounts do not add up and are parked">
      <List size="sm">
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

function CustomerLink({ id }: { id: number }) {
  return (
    <Anchor component={Link} to={`/app/customer/details?id=${id}`} size="sm">
      Open the customer
    </Anchor>
  )
}
