import { Button, Group, Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { partnertermCalls } from '#domain/commissions/commission-calls.ts'
import { type DatedTerms, termsOn } from '#domain/commissions/commission-terms.ts'
import { partnerterm } from '#domain/commissions/partnerterm.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { askToDelete } from '#web/kit/dialogs/ask.tsx'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { ExportButton } from '#web/kit/list/export-button.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetCommissions, termsQuery } from './commission-query.ts'

type ShownTerms = DatedTerms & { id: number | null; version?: number }

interface Props {
  partner_id: number
  /** The rates of the partner itself, which hold before any others. */
  first: DatedTerms
  isArchived: boolean
}

/** What a partner earns, by the day from which it holds. */
export function PartnerTerms({ partner_id, first, isArchived }: Props) {
  const { role } = useSession()
  const [isAdding, setIsAdding] = useState(false)
  const { data, isPending, error, refetch } = useQuery(termsQuery(partner_id))
  const mayChange = atLeast(role, 'manager') && !isArchived
  const rows: ShownTerms[] = [...(data ?? []), { ...first, id: null }]
  const now = termsOn(rows, today())
  const columns: Column<ShownTerms>[] = [
    {
      heading: 'Valid from',
      cell: (one) => (
        <Group gap="xs" wrap="nowrap">
          {one.valid_from_date ? formatDay(one.valid_from_date) : 'The beginning'}
          {one === now && <StatusChip value="active" label="Now" />}
          {isAhead(one) && <StatusChip value="upcoming" label="To come" />}
        </Group>
      ),
    },
    { heading: 'Standard billing', cell: (one) => ongoing(one, one.partner_rate_standard) },
    { heading: 'Split billing', cell: (one) => ongoing(one, one.partner_rate_simple) },
    {
      heading: 'Sign-up, commercial',
      cell: (one) => signup(one, one.signup_commission_commercial),
    },
    {
      heading: 'Sign-up, residential',
      cell: (one) => signup(one, one.signup_commission_residential),
    },
    ...(mayChange ? [{ heading: '', cell: (one: ShownTerms) => <Remove one={one} /> }] : []),
  ]
  return (
    <Paper component="section" aria-label="Terms">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2}>Terms</Title>
          <Text size="sm" c="dimmed">
            An invoice earns by the terms that hold on the last day of its period.
          </Text>
        </div>
        <Group gap="xs">
          {data && data.length > 0 && <ExportButton entity={partnerterm} params={{ partner_id }} />}
          {mayChange && (
            <Button
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              New terms
            </Button>
          )}
        </Group>
      </Group>
      {isPending && <Skeleton height={80} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && (
        <PlainTable label="Terms" columns={columns} rows={rows} keyOf={({ id }) => id ?? 'first'} />
      )}
      {isAdding && now && (
        <NewTerms partner_id={partner_id} now={now} onClose={() => setIsAdding(false)} />
      )}
    </Paper>
  )
}

const isAhead = ({ valid_from_date }: ShownTerms) => (valid_from_date ?? '') > today()

function ongoing(terms: DatedTerms, special: string | null): string {
  const rate = special ?? terms.partner_rate_amount
  if (rate === null || Number(rate) === 0) return 'Nothing'
  return terms.partner_rate_unit === 'fixed'
    ? `$${formatMoney(rate)} per invoice`
    : `${Number(rate)} %`
}

function signup(terms: DatedTerms, rate: string | null): string {
  if (rate === null || Number(rate) === 0) return 'Nothing'
  return terms.signup_commission_unit === 'percent'
    ? `${Number(rate)} % for a year`
    : `$${formatMoney(rate)} once`
}

/** What has not begun can be taken away again. */
function Remove({ one }: { one: ShownTerms }) {
  const { id, version } = one
  if (id === null || !isAhead(one)) return null
  const remove = async () => {
    const answer = await askToDelete(`the terms from ${formatDay(one.valid_from_date)}`)
    if (!answer) return
    try {
      toast((await send(partnertermCalls.remove, { id, version })).message)
    } catch (problem) {
      toast(messageFrom(problem))
    }
    await forgetCommissions()
  }
  return (
    <Button variant="subtle" color="red" size="compact-sm" onClick={() => void remove()}>
      Delete
    </Button>
  )
}

const fields = [
  'valid_from_date',
  'partner_rate_unit',
  'partner_rate_amount',
  'partner_rate_standard',
  'partner_rate_simple',
  'signup_commission_unit',
  'signup_commission_commercial',
  'signup_commission_residential',
] as const

/** Starts from what holds now, so that only what is new is typed. */
function NewTerms(props: { partner_id: number; now: DatedTerms; onClose: () => void }) {
  const { partner_id, now, onClose } = props
  const [typed, setTyped] = useState<Record<string, unknown>>({ ...now, valid_from_date: '' })
  const submit = useSubmit(async (key) => {
    const kept = fields.map((name) => [name, typed[name] === '' ? null : typed[name]])
    // The server reads each of them by the same definition that drew its input.
    const body = { ...Object.fromEntries(kept), partner_id } as InputOf<
      typeof partnertermCalls.create
    >
    const answer = await send(partnertermCalls.create, body, { key })
    toast(answer.message)
    onClose()
    await forgetCommissions()
  })
  return (
    <DialogForm isOpen title="New terms" button="Add terms" submit={submit} onClose={onClose}>
      <Text size="sm">
        They hold from a day to come. What was earned before stays as it was agreed.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map((name) => (
          <EntityInput
            key={name}
            entity={partnerterm}
            name={name}
            value={typed[name]}
            error={submit.errorOf(name)}
            onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </SimpleGrid>
    </DialogForm>
  )
}
