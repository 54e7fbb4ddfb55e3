import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { bill } from '#domain/bills/bill.ts'
import { billCalls } from '#domain/bills/bill-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { type BulkResult, BulkResults } from '#web/kit/list/bulk-results.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

/** Approves the selected bills one by one; those with something to look at stay drafts. */
export function BillBulk({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (!atLeast(role, 'accounting')) return null
  const close = (isDone: boolean) => {
    setIsOpen(false)
    if (isDone) onDone()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCheck size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Approve
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Approve the bills?">
        {isOpen && <Run ids={ids} onClose={close} />}
      </Dialog>
    </>
  )
}

function Run({ ids, onClose }: { ids: number[]; onClose: (isDone: boolean) => void }) {
  const [isRunning, setIsRunning] = useState(false)
  const [results, setResults] = useState<BulkResult[]>([])
  async function run() {
    setIsRunning(true)
    for (const id of ids) {
      const result = await approved(id)
      setResults((before) => [...before, result])
    }
    await forgetMoney()
    setIsRunning(false)
  }
  if (results.length === ids.length && !isRunning) {
    const done = { verb: 'approve' as const, entity: bill, results }
    return <BulkResults {...done} onClose={() => onClose(true)} />
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        Of {plural(ids.length, 'bill')}, those that differ from our own figures by no more than the
        tolerance and have no other warning are owed from then on. The others stay drafts and say
        why.
      </Text>
      {isRunning && (
        <Alert color="petrol" role="status">
          <Progress value={(results.length / ids.length) * 100} mb={4} aria-label="Progress" />
          {results.length} of {ids.length}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={isRunning} onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button loading={isRunning} onClick={() => void run()}>
          Approve {ids.length}
        </Button>
      </Group>
    </Stack>
  )
}

async function approved(id: number): Promise<BulkResult> {
  let name = `Bill ${id}`
  try {
    const { data: row } = await send(billCalls.get, { id })
    name = row.supplier_statement_number ?? name
    await send(billCalls.approve, { id, version: row.version })
    return { id, name, problem: null }
  } catch (cause) {
    return { id, name, problem: messageFrom(cause) }
  }
}
