import { Paper, SegmentedControl, Text, Title } from '@mantine/core'
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs'
import { useId } from 'react'
import { message } from '#domain/messaging/message.ts'
import { ReferenceInput } from '#web/kit/form/reference-input.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { type MailParty, NewMail } from './compose/new-mail.tsx'
import { CustomerThread } from './customer-thread.tsx'
import { CustomerSms } from './sms/sms-box.tsx'

const labels = { customer: 'Customer', supplier: 'Supplier', partner: 'Partner' }
// The keys of the labels are just the parties.
const parties = Object.keys(labels) as MailParty[]

const ways = { email: 'Email', sms: 'SMS', chat: 'Chat' }
type Way = keyof typeof ways
// The keys are just the ways.
const wayNames = Object.keys(ways) as Way[]

/** A message to somebody of one's choice: a mail, or to a customer a text message or a chat. */
export function Screen() {
  const [party, setParty] = useQueryState(
    'to',
    parseAsStringLiteral(parties).withDefault('customer'),
  )
  const [chosen, setChosen] = useQueryState(party, parseAsInteger)
  const [chosenWay, setWay] = useQueryState(
    'by',
    parseAsStringLiteral(wayNames).withDefault('email'),
  )
  const way = party === 'customer' ? chosenWay : 'email'
  const id = useId()
  const name = `${party}_id` as const
  return (
    <Page
      title="New message"
      summary="A mail; or for customers a text message, or a chat read on the page of an invoice"
      crumbs={<Crumbs path={[['Inbox', '/app/messages']]} here="New message" />}
    >
      <Paper component="section" aria-label="To whom" maw={640}>
        <SegmentedControl
          size="xs"
          mb="xs"
          aria-label="Write to a"
          value={party}
          // The value is always one of the choices below.
          onChange={(next) => void setParty(next as MailParty)}
          data={parties.map((value) => ({ value, label: labels[value] }))}
        />
        <ReferenceInput
          key={party}
          entity={message}
          name={name}
          field={message.fields[name]}
          id={id}
          label={labels[party]}
          value={chosen}
          error={undefined}
          isDisabled={false}
          onChange={(next) => void setChosen(Number(next) || null)}
          onBlur={() => {}}
        />
        {party === 'customer' && (
          <SegmentedControl
            size="xs"
            mt="xs"
            aria-label="How"
            value={way}
            // The value is always one of the choices below.
            onChange={(next) => void setWay(next as Way)}
            data={wayNames.map((value) => ({ value, label: ways[value] }))}
          />
        )}
      </Paper>
      {chosen === null ? (
        <Text size="sm" c="dimmed">
          Choose whom to write to.
        </Text>
      ) : (
        <>
          {/* What was typed stays while somebody looks at another way. */}
          <div hidden={way !== 'email'}>
            <NewMail key={`${party} ${chosen}`} party={party} id={chosen} />
          </div>
          {party === 'customer' && (
            <Paper component="section" aria-label="Text message" maw={640} hidden={way !== 'sms'}>
              <Title order={2} mb="xs">
                Text message
              </Title>
              <CustomerSms key={chosen} customer_id={chosen} />
            </Paper>
          )}
          {/* A chat counts as read once it is on the screen. */}
          {way === 'chat' && (
            <Paper component="section" aria-label="Chat" maw={640}>
              <Title order={2} mb="xs">
                Chat
              </Title>
              <CustomerThread key={chosen} customer_id={chosen} />
            </Paper>
          )}
        </>
      )}
    </Page>
  )
}
