import { Alert, Badge, Button, Code, Group, Image, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type TotpEnrolment, totpCalls } from '#domain/identity/totp-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { PasswordField, SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { refreshUser, useSession } from '#web/kit/session/session.ts'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes, ShownCodes } from './recovery-codes.tsx'

/** Two-factor sign-in: switched on with a code from an authenticator app, and off again. */
export function TotpPanel() {
  const { user } = useSession()
  const [isOpen, dialog] = useDisclosure(false)
  const isOn = user?.has_totp === true
  async function done(message: string) {
    dialog.close()
    toast(message)
    await refreshUser()
    await queryClient.invalidateQueries({ queryKey: ['user'] })
  }
  return (
    <Paper component="section">
      <Group gap="xs">
        <Title order={2}>Two-factor sign-in</Title>
        <Badge color={isOn ? 'petrol' : 'gray'}>{isOn ? 'On' : 'Off'}</Badge>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        A code from an app on your phone, besides your password.
      </Text>
      {isOn && <RecoveryCodes />}
      {isOn && <Passkeys />}
      <Button variant="default" onClick={dialog.open}>
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title="Two-factor sign-in">
        {isOn ? <SwitchOff onDone={done} /> : <SwitchOn onDone={done} />}
      </Dialog>
    </Paper>
  )
}

interface StepProps {
  onDone: (message: string) => void
}

export function SwitchOn({ onDone }: StepProps) {
  const [password, setPassword] = useState('')
  const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null)
  const submit = useSubmit(async () => {
    setEnrolment((await send(totpCalls.enrol, { password })).data)
  })
  if (enrolment) return <Confirm enrolment={enrolment} onDone={onDone} />
  return (
    <SmallForm submit={submit} label="Two-factor sign-in" button="Next">
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        submit={submit}
      />
    </SmallForm>
  )
}

function Confirm({ enrolment, onDone }: StepProps & { enrolment: TotpEnrolment }) {
  const [totp, setTotp] = useState('')
  const picture = useQuery({
    queryKey: ['qr', enrolment.uri],
    queryFn: async () =>
      (await import('qrcode')).toDataURL(enrolment.uri, { margin: 1, width: 220 }),
    gcTime: 0,
  })
  const [codes, setCodes] = useState<string[] | null>(null)
  const submit = useSubmit(async () => {
    setCodes((await send(totpCalls.confirm, { totp })).data.recovery_codes)
  })
  if (codes) return <ShownCodes codes={codes} onDone={() => onDone('Two-factor sign-in is on.')} />
  return (
    <Stack gap="sm">
      <Text size="sm">Scan the code with your authenticator app, then type what it shows.</Text>
      {picture.data && (
        <Image src={picture.data} w={220} h={220} mx="auto" alt="Code to scan with the app" />
      )}
      <Text size="xs" c="dimmed">
        Or type this key into the app: <Code>{enrolment.secret}</Code>
      </Text>
      <SmallForm submit={submit} label="Confirm the code" button="Ok">
        <TextField
          label="Code from your authenticator app"
          name="totp"
          autoComplete="one-time-code"
          value={totp}
          onChange={setTotp}
          submit={submit}
        />
      </SmallForm>
    </Stack>
  )
}

function SwitchOff({ onDone }: StepProps) {
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const submit = useSubmit(async () => {
    const { message } = await send(totpCalls.disable, { password, totp })
    onDone(message)
  })
  return (
    <Stack gap="sm">
      <Alert color="amber">Without the code, your password alone opens your account.</Alert>
      <SmallForm submit={submit} label="Switch off two-factor sign-in" button="Switch off">
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          submit={submit}
        />
        <TextField
          label="Code from your authenticator app"
          description="Or one of your recovery codes."
          name="totp"
          autoComplete="one-time-code"
          value={totp}
          onChange={setTotp}
          submit={submit}
        />
      </SmallForm>
    </Stack>
  )
}
