import { Alert, Button, Code, CopyButton, Group, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { apiKeyCalls } from '#domain/identity/api-key-calls.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

/** Set API Key: one key per user, shown once. */
export function ApiKeyPanel() {
  const [key, setKey] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  async function make() {
    const answer = await ask<'make' | 'cancel'>({
      title: 'Set API Key',
      text: 'A new key replaces the one you have. Programs that use the old one stop working.',
      cancel: 'cancel',
      answers: [
        { answer: 'cancel', label: 'Cancel' },
        { answer: 'make', label: 'Set API Key', isMain: true },
      ],
    })
    if (answer === 'cancel') return
    setIsBusy(true)
    try {
      setKey((await send(apiKeyCalls.make, {})).data.api_key)
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Paper component="section">
      <Title order={2}>API key</Title>
      <Text size="sm" c="dimmed" mb="sm">
        For programs that work in your name. Never with a platform admin's rights.
      </Text>
      {key ? (
        <Alert color="amber" title="Copy it now: it is not shown again.">
          <Group gap="sm">
            <Code>{key}</Code>
            <CopyButton value={key}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Alert>
      ) : (
        <Button variant="default" loading={isBusy} onClick={make}>
          Set API Key
        </Button>
      )}
    </Paper>
  )
}
