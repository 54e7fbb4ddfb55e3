import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { totpCalls } from '#domain/identity/totp-calls.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { CopyText } from '#web/kit/frame/copy-text.tsx'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

/** Ten codes, shown this once; whoever goes on has kept them. */
export function ShownCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Stack gap="sm">
      <Alert color="amber" title="Keep these recovery codes: they are not shown again.">
        Each signs you in once, when your authenticator app is lost.
      </Alert>
      <SimpleGrid cols={2} spacing={6} aria-label="Recovery codes">
        {codes.map((code) => (
          <Code key={code} ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="flex-end">
        <CopyText value={codes.join('\n')} />
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </Stack>
  )
}

/** How many are left, and the way to new ones. */
export function RecoveryCodes() {
  const { data } = useQuery({
    queryKey: ['recovery-codes'],
    queryFn: async () => (await send(totpCalls.countCodes, {})).data,
    staleTime: 0,
  })
  async function renew() {
    try {
      const { recovery_codes } = (await send(totpCalls.renewCodes, {})).data
      openDialog({ title: 'Recovery codes' }, (close) => (
        <ShownCodes codes={recovery_codes} onDone={close} />
      ))
    } catch (cause) {
      toastProblem(cause)
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['recovery-codes'] })
    }
  }
  return (
    <Group gap="sm">
      <Text size="sm">{data ? `${data.left} recovery codes left` : ' '}</Text>
      <Button variant="subtle" onClick={() => void renew()}>
        New recovery codes
      </Button>
    </Group>
  )
}
