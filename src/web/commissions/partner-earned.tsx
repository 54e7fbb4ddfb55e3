import { Anchor, Button, Group, Paper, Skeleton, Text, Textarea, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type Commission, commission } from '#domain/commissions/commission.ts'
import { commissionCalls } from '#domain/commissions/commission-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { ExportButton } from '#web/kit/list/export-button.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { earnedQuery, forgetCommissions, partnerCountsQuery } from './commission-query.ts'
import { useEntryColumns } from './entry-columns.tsx'

interface Props {
  partner_id: number
  isArchived: boolean
}

/** What a partner earned, lost again and is to earn, with how each amount came about. */
export function PartnerEarned({ partner_id, isArchived }: Props) {
  const { role } = useSession()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const { data, isPending, error, refetch } = useQuery(earnedQuery(partner_id))
  const waiting = useQuery(partnerCountsQuery).data?.get(partner_id)?.earned
  return (
    <Paper component="section" aria-label="Earned">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2}>Earned</Title>
          <Text size="sm" c="dimmed">
            {waiting === undefined
              ? ' '
              : `$${formatMoney(waiting)} wait to be stated, without GST`}
          </Text>
        </div>
        <Group gap="xs">
          <ExportButton entity={commission} params={{ partner_id }} />
          {atLeast(role, 'manager') && !isArchived && (
            <Button
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={() => setIsCorrecting(true)}
            >
              Correct
            </Button>
          )}
        </Group>
      </Group>
      {isPending && <Skeleton height={120} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing yet: partners earn once the money of their customers is there.
        </Text>
      )}
      {data && data.rows.length > 0 && <Entries rows={data.rows} titles={data.titles} />}
      {data && data.total > data.rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The latest {data.rows.length} of {data.total.toLocaleString('en-NZ')}; the export has all.
        </Text>
      )}
      {isCorrecting && (
        <Correction partner_id={partner_id} onClose={() => setIsCorrecting(false)} />
      )}
    </Paper>
  )
}

function Entries({ rows, titles }: { rows: readonly Commission[]; titles: Titles }) {
  const columns = useEntryColumns<Commission>({
    heading: 'Customer and invoice',
    of: ({ customer_id, invoice_id }) => (
      <>
        <To path="/app/customer/details?id=" id={customer_id} titles={titles.customer} />
        {invoice_id !== null && ' · '}
        <To path="/app/invoice/edit?tab=bill&id=" id={invoice_id} titles={titles.invoice} />
      </>
    ),
  })
  return <PlainTable label="Earned" columns={columns} rows={rows} keyOf={({ id }) => id} />
}

function To(props: {
  path: string
  id: number | null
  titles: Readonly<Record<string, string>> | undefined
}) {
  const { path, id, titles } = props
  if (id === null) return null
  return (
    <Anchor component={Link} to={`${path}${id}`} size="sm">
      {titles?.[String(id)] ?? id}
    </Anchor>
  )
}

/** Up or down, with a reason that the partner may read on the next statement. */
function Correction({ partner_id, onClose }: { partner_id: number; onClose: () => void }) {
  const [amount, setAmount] = useState<unknown>('')
  const [reason, setReason] = useState('')
  const submit = useSubmit(async (key) => {
    const body = { partner_id, amount: String(amount ?? ''), reason }
    const answer = await send(commissionCalls.correct, body, { key })
    toast(answer.message)
    onClose()
    await forgetCommissions()
  })
  return (
    <DialogForm
      isOpen
      title="Correct what was earned"
      button="Correct"
      submit={submit}
      onClose={onClose}
    >
      <EntityInput
        entity={commission}
        name="amount"
        label="Amount without GST; minus takes back"
        value={amount}
        error={submit.errorOf('amount')}
        onChange={setAmount}
      />
      <Textarea
        label="Reason"
        description="The partner reads it on the statement."
        withAsterisk
        autosize
        minRows={2}
        value={reason}
        error={submit.errorOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
