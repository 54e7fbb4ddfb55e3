import { Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { invitationCalls, type ShownInvitation } from '#domain/identity/invitation-calls.ts'
import { SmallForm } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { LinkedPage } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { useLinkToken } from '#web/kit/frame/public-visit.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'

/** Where whoever is invited into an organisation says yes or no; opening it says nothing. */
export function Screen() {
  const token = useLinkToken()
  const [answer, setAnswer] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await send(invitationCalls.look, {}, { linkToken: token })).data,
    enabled: token !== '' && answer === null,
  })
  if (answer !== null) return <Answered text={answer} />
  return (
    <LinkedPage
      title="Invitation"
      what="your invitation"
      token={token}
      query={query}
      closed={<Text>It may have been withdrawn. Please ask whoever has invited you.</Text>}
    >
      {(shown) => <Invitation shown={shown} token={token} onAnswered={setAnswer} />}
    </LinkedPage>
  )
}

interface Props {
  shown: ShownInvitation
  token: string
  onAnswered: (text: string) => void
}

function Invitation({ shown, token, onAnswered }: Props) {
  const { organisation_name, role_name, invited_by_name, expires_at, needs_account } = shown
  const linkToken = token
  const accept = useSubmit(async () =>
    onAnswered((await send(invitationCalls.accept, {}, { linkToken })).message),
  )
  const decline = useSubmit(async () =>
    onAnswered((await send(invitationCalls.decline, {}, { linkToken })).message),
  )
  return (
    <PublicPage
      title={`Join ${organisation_name}?`}
      summary={`${invited_by_name} invites you, as ${role_name}, until ${formatStamp(expires_at)}.`}
    >
      <Text size="sm">
        Once you accept, they see your name, username and email address. Until then they learn
        nothing; if you decline, they see that you did.
      </Text>
      {needs_account && (
        <Text size="sm">
          There is no account for your address yet.{' '}
          <Anchor component={Link} to="/app/register/email" size="sm" underline="always">
            Create Account
          </Anchor>{' '}
          first, then open this link again.
        </Text>
      )}
      <SmallForm submit={accept} label="Accept" button="Accept" isDisabled={needs_account}>
        {null}
      </SmallForm>
      {decline.problem && (
        <Text size="sm" c="red" role="alert">
          {decline.problem}
        </Text>
      )}
      <Button
        variant="default"
        fullWidth
        loading={decline.isBusy}
        onClick={() => decline.onSubmit()}
      >
        Decline
      </Button>
    </PublicPage>
  )
}

function Answered({ text }: { text: string }) {
  return (
    <PublicPage title="Invitation">
      <Text>{text}</Text>
      <Group>
        <Button component={Link} to="/app/signin">
          Sign In
        </Button>
      </Group>
    </PublicPage>
  )
}
