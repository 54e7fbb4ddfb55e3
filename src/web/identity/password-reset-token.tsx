import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { passwordCalls } from '#domain/identity/password-calls.ts'
import { problems } from '#domain/kit/problem.ts'
import { SmallForm } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { LinkedPage } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { useLinkToken } from '#web/kit/frame/public-visit.ts'
import { problemFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { NewPasswordFields, useNewPassword } from './new-password.tsx'

/** §2: the page an e-mailed link opens. */
export function Screen() {
  const token = useLinkToken()
  const query = useQuery({
    queryKey: ['password', token],
    queryFn: () => rulesOf(token),
    enabled: token !== '',
  })
  return (
    <LinkedPage
      title="Password Reset"
      what="a form for your new password"
      token={token}
      query={query}
      closed={<SendAgain />}
    >
      {() => <NewPasswordPage token={token} />}
    </LinkedPage>
  )
}

/** A used or wrong link is told in the answer, and closes the page as any other does. */
async function rulesOf(token: string) {
  const rules = (await send(passwordCalls.rules, {}, { linkToken: token })).data
  const [status, message] = problems.tokenInvalid
  if (rules.token_valid === false) throw problemFrom(status, { message })
  return rules
}

function NewPasswordPage({ token }: { token: string }) {
  const navigate = useNavigate()
  const newPassword = useNewPassword()
  const submit = useSubmit(async () => {
    await send(passwordCalls.reset, { token, ...newPassword.chosen })
    void navigate('/app/password/reset/thanks', { replace: true })
  })
  return (
    <PublicPage title="Password Reset" summary="Please enter your new password.">
      <SmallForm submit={submit} label="Password Reset" button="Save">
        <NewPasswordFields {...newPassword} submit={submit} />
      </SmallForm>
      <SendAgain />
    </PublicPage>
  )
}

function SendAgain() {
  return (
    <Anchor component={Link} to="/app/password/reset/email" size="sm" display="block">
      Send a new link
    </Anchor>
  )
}
