import { Alert, Button, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type {
  DebitInvitation,
  publicDirectdebitCalls,
} from '#domain/directdebit/public-directdebit-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Contact, LinkedPage } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { useLinkToken, useNoteOpened } from '#web/kit/frame/public-visit.ts'
import { light, send } from '#web/kit/session/send.ts'
import classes from './public-invitation.module.css'

// By their paths alone: a phone that reads an invitation needs none of the schemas.
const calls = {
  read: light<typeof publicDirectdebitCalls.read>('GET', '/public/directdebit'),
  opened: light<typeof publicDirectdebitCalls.opened>('POST', '/public/directdebit/opened'),
  start: light<typeof publicDirectdebitCalls.start>('POST', '/public/directdebit/start'),
}

/** Where a customer reads what they are asked for, before they go to the provider. */
export function Screen() {
  const token = useLinkToken()
  const query = useQuery({
    queryKey: ['public-directdebit', token],
    queryFn: async () => (await send(calls.read, {}, { linkToken: token })).data,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  useNoteOpened(calls.opened, token, query.data?.is_done === false)
  return (
    <LinkedPage
      title="Pay by direct debit"
      what="your invitation"
      token={token}
      query={query}
      closed={closed}
    >
      {(invitation) =>
        invitation.is_done ? (
          <Done invitation={invitation} />
        ) : (
          <Invitation invitation={invitation} token={token} />
        )
      }
    </LinkedPage>
  )
}

const closed = (
  <Text>
    An invitation is good for 14 days, and ends when a newer one is sent. Please look for a newer
    email, or ask your broker for another one. Nothing was set up, and nothing is collected.
  </Text>
)

interface Props {
  invitation: DebitInvitation
}

function Invitation({ invitation, token }: Props & { token: string }) {
  const { broker_name, customer_name } = invitation
  const submit = useSubmit(async () => {
    const { url } = (await send(calls.start, {}, { linkToken: token })).data
    window.location.assign(url)
  })
  return (
    <PublicPage
      title="Pay by direct debit"
      summary={`${broker_name} · for ${customer_name}`}
      look={invitation.look}
    >
      <Text>
        You don’t have to remember any more when your power bill is due: {broker_name} collects it
        from your bank account on the day.
      </Text>
      <Terms invitation={invitation} />
      {submit.problem && (
        <Alert color="red" role="alert">
          {submit.problem}
        </Alert>
      )}
      <div>
        <Button
          size="md"
          loading={submit.isBusy}
          rightSection={<IconExternalLink size={17} aria-hidden />}
          onClick={() => submit.onSubmit()}
        >
          Go to our provider’s secure page
        </Button>
        <Text size="sm" c="dimmed" mt={6}>
          You enter your account number there, with GoCardless. We never see all of it.
        </Text>
      </div>
      <Contact broker={brokerOf(invitation)} />
    </PublicPage>
  )
}

function Terms({ invitation }: Props) {
  const { broker_name, most, notice_days } = invitation
  const terms = [
    ['Who collects', `${broker_name}, through GoCardless.`],
    ['How much', `What your invoices ask for, at most ${most} at once.`],
    [
      'When you are told',
      `The amount and the day stand on your invoice, at least ${notice_days} days before.`,
    ],
    ['How to cancel', 'Tell us or your bank, at any time. It costs nothing.'],
    ['If something is wrong', 'Your bank can give money back to you within 120 days.'],
  ]
  return (
    <section aria-labelledby="terms">
      <Title order={2} id="terms" mb={4}>
        What you agree to
      </Title>
      <dl className={classes.terms}>
        {terms.map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Done({ invitation }: Props) {
  return (
    <PublicPage
      title="Direct debit is set up"
      summary={invitation.broker_name}
      look={invitation.look}
    >
      <Text>
        You have done this already: there is nothing more to do. The amount and the day of each
        debit stand on your invoices.
      </Text>
      <Contact broker={brokerOf(invitation)} />
    </PublicPage>
  )
}

const brokerOf = ({ broker_name, broker_email, broker_phone }: DebitInvitation) => ({
  name: broker_name,
  email: broker_email,
  phone: broker_phone,
})
