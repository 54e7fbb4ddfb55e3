import { Alert, Button, Group, Paper, Stack, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { ContractOutcome } from '#domain/contracts/rateupdate-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { forgetContracts, type Side, sides } from './rate-side.ts'

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
        <PlainTable
          label="What changed"
          rows={outcomes}
          keyOf={(one) => `${one.contract_number} ${one.valid_from_date}`}
          columns={[
            { heading: 'Contract', isStrong: true, cell: (one) => one.contract_number },
            { heading: 'From', cell: (one) => formatDay(one.valid_from_date) },
            { heading: 'New rates', isNumber: true, cell: (one) => one.rates },
          ]}
        />
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
