import { Paper, Text } from '@mantine/core'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useId } from 'react'
import { message } from '#domain/messaging/message.ts'
import { ReferenceInput } from '#web/kit/form/reference-input.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { CustomerThread } from './customer-thread.tsx'

/** A message to a customer of one's choice, written below what was said before. */
export function Screen() {
  const [customer_id, setCustomer] = useQueryState('customer', parseAsInteger)
  const id = useId()
  return (
    <Page
      title="New message"
      summary="A chat message: read on the page of an invoice, or by email where nobody looks at it"
      crumbs={<Crumbs path={[['Message history', '/app/messages']]} here="New message" />}
    >
      <Paper component="section" aria-label="Customer" maw={640}>
        <ReferenceInput
          entity={message}
          name="customer_id"
          field={message.fields.customer_id}
          id={id}
          label="Customer"
          value={customer_id}
          error={undefined}
          isDisabled={false}
          onChange={(next) => void setCustomer(Number(next) || null)}
          onBlur={() => {}}
        />
      </Paper>
      {customer_id === null ? (
        <Text size="sm" c="dimmed">
          Choose whom to write to.
        </Text>
      ) : (
        <Paper component="section" aria-label="Chat" maw={640}>
          <CustomerThread key={customer_id} customer_id={customer_id} />
        </Paper>
      )}
    </Page>
  )
}
