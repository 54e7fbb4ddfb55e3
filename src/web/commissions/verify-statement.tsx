import { Alert, Button, List, Paper, Text, Title } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { CommissionStatement } from '#domain/commissions/commissionstatement.ts'
import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { Digest } from './digest.tsx'

type Row = Pick<CommissionStatement, 'id' | 'hash' | 'previous_hash' | 'line_count'>

/** The digest a statement went out with, and whether everything still is as it was then. */
export function VerifyStatement({ row }: { row: Row }) {
  const verify = useMutation({
    mutationFn: async () =>
      (await send(commissionstatementCalls.verify, { id: row.id })).data.wrong,
    onError: toastProblem,
  })
  return (
    <Paper component="section" aria-label="Proof">
      <Title order={2} mb="xs">
        Proof
      </Title>
      <Digest label="SHA-256" value={row.hash ?? ''} />
      {row.previous_hash ? (
        <Digest label="Of the statement before" value={row.previous_hash} />
      ) : (
        <Text size="xs" c="dimmed">
          The partner’s first: none before it.
        </Text>
      )}
      <Button
        mt="xs"
        variant="default"
        leftSection={<IconShieldCheck size={15} aria-hidden />}
        loading={verify.isPending}
        onClick={() => verify.mutate()}
      >
        Verify
      </Button>
      <div aria-live="polite">
        {verify.data && <Outcome wrong={verify.data} lines={row.line_count} />}
      </div>
    </Paper>
  )
}

function Outcome({ wrong, lines }: { wrong: readonly string[]; lines: number }) {
  if (wrong.length === 0)
    return (
      <Alert color="petrol" mt="xs" title="All as it was sent">
        {plural(lines, 'line')} add up; the bytes, the PDF and the chain are unchanged.
      </Alert>
    )
  return (
    <Alert color="red" mt="xs" title="Not as it was sent">
      <List size="sm">
        {wrong.map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
