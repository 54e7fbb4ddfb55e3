import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { passwordCalls } from '#domain/identity/password-calls.ts'
import { problems } from '#domain/kit/problem.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { send } from '#web/kit/session/send.ts'
import { EntranceCard } from './card.tsx'
import { linkToken } from './link-token.ts'
import { NewPasswordFields, useNewPassword } from './new-password.tsx'
import { SmallForm } from './small-form.tsx'

/** §2: the page an e-mailed link opens. */
export function Screen() {
  const token = linkToken(useLocation())
  const navigate = useNavigate()
  const newPassword = useNewPassword()
  const check = useQuery({
    queryKey: ['password', token],
    queryFn: async () => (await send(passwordCalls.rules, { token })).data,
    enabled: token !== '',
  })
  const submit = useSubmit(async () => {
    await send(passwordCalls.reset, { token, ...newPassword.chosen })
    void navigate('/app/password/reset/thanks', { replace: true })
  })
  const isDead = token === '' || check.data?.token_valid === false
  return (
    <EntranceCard title="Password Reset" text="Please enter your new password.">
      {isDead ? (
        <Alert color="amber">{problems.tokenInvalid[1]}</Alert>
      ) : (
        <SmallForm submit={submit} label="Password Reset" button="Save">
          <NewPasswordFields {...newPassword} submit={submit} />
        </SmallForm>
      )}
      <Anchor component={Link} to="/app/password/reset/email" size="sm" mt="md" display="block">
        Send a new link
      </Anchor>
    </EntranceCard>
  )
}
