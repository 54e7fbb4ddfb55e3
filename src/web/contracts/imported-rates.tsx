import { Alert, Button, Group, Paper, Stack, Table, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { ContractOutcome } from '#domain/contracts/rateupdate-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { forgetContracts, type Side, sides } from './rate-side.ts'
import table from './rates-panel.module.css'

interface Props {
  side: Side
  outcomes: readonly ContractOutcome[]
  onAgain: () => void
}

const atOnce = 500

/** What came in, the notices to send about it, and the way back. */
export function ImportedRates({ side, outcomes, onAgain }: Props) {
  const { role } = useSession()
  const [isTelling, setIsTelling] = useState(false)
  const ids = outcomes.flatMap((one) => one.update_id ?? [])
  const undo = useSubmit(async () => {
    const kept = await takeBackImported(side, ids)
    toast(kept === 0 ? 'The import was taken back.' : `${kept} could not be taken back.`)
    await forgetContracts()
    onAgain()
  })
  return (
    <Stack gap="md">
      <Alert
        color="petrol"
        role="status"
        icon={<IconCheck size={18} aria-hidden />}
        title={`${plural(ids.length, 'rate update')} imported`}
      >
        The customers have not been told yet.
      </Alert>
      {undo.problem && (
        <Alert color="red" role="alert">
          {undo.problem}
        </Alert>
      )}
      <Group gap="xs">
        <Button onClick={() => setIsTelling(true)}>
          Send notices to {plural(ids.length, 'customer')}
        </Button>
        {atLeast(role, sides[side].update.access.remove) && (
          <Button variant="default" loading={undo.isBusy} onClick={() => undo.onSubmit()}>
            Undo the import
          </Button>
        )}
        <Button variant="subtle" onClick={onAgain}>
          Import another file
        </Button>
        <Button variant="subtle" component={Link} to="/app/contracts">
          Go to Contracts
        </Button>
      </Group>
      <Paper component="section">
        <Title order={2} mb="xs">
          What changed
        </Title>
        <WideTable label="What changed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Contract</Table.Th>
              <Table.Th>From</Table.Th>
              <Table.Th className={table.number}>New rates</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {outcomes.map((one) => (
              <Table.Tr key={`${one.contract_number} ${one.valid_from_date}`}>
                <Table.Td className={table.name}>{one.contract_number}</Table.Td>
                <Table.Td>{formatDay(one.valid_from_date)}</Table.Td>
                <Table.Td className={table.number}>{one.rates}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      </Paper>
      <NoticeDialog side={side} ids={isTelling ? ids : null} onClose={() => setIsTelling(false)} />
    </Stack>
  )
}

/** Takes the updates back in turns; answers how many stayed. */
async function takeBackImported(side: Side, ids: number[]): Promise<number> {
  let kept = 0
  for (let start = 0; start < ids.length; start += atOnce) {
    const body = { ids: ids.slice(start, start + atOnce) }
    const { data } = await send(sides[side].updates.removeMany, body)
    kept += data.refused.length
  }
  return kept
}
