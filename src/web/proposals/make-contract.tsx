import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Proposal } from '#domain/proposals/proposal.ts'
import { proposalCalls } from '#domain/proposals/proposal-calls.ts'
import { forgetContracts } from '#web/contracts/rate-side.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

/** Asks for the term, then makes the draft contract and opens it. */
export function MakeContract({ row, onClose }: { row: Proposal; onClose: () => void }) {
  const navigate = useNavigate()
  const [start, setStart] = useState('')
  const [end, setEnd] = useState('')
  const submit = useSubmit(async (key) => {
    const days = { ...(start ? { date_start: start } : {}), ...(end ? { date_end: end } : {}) }
    const made = await send(proposalCalls.contract, { id: row.id, ...days }, { key })
    await Promise.all([
      forgetContracts(),
      queryClient.invalidateQueries({ queryKey: ['proposal', row.id] }),
    ])
    toast(made.message)
    void navigate(`/app/contract?id=${made.data.id}`)
  })
  return (
    <Dialog isOpen onClose={onClose} title="Make contract">
      <form onSubmit={submit.onSubmit} noValidate>
        <Stack gap="sm">
          <Text size="sm">
            A draft contract with the terms and rates of {row.name}. Nothing is sent yet.
          </Text>
          {submit.problem && (
            <Alert color="red" role="alert">
              {submit.problem}
            </Alert>
          )}
          <DayInput
            label="Starts"
            description="The rates hold from this day on; left empty, from today."
            value={start}
            error={submit.errorOf('date_start')}
            onChange={(day) => setStart(day ?? '')}
          />
          <DayInput
            label="Ends"
            value={end}
            error={submit.errorOf('date_end')}
            onChange={(day) => setEnd(day ?? '')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={submit.isBusy}>
              Make contract
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
