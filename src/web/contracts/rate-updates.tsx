import { Button, Group, Paper, Skeleton, Text, Title, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import type { RateChange } from '#domain/contracts/shadow-run-calls.ts'
import { formatDay, formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatMinute } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { forgetContracts, type SidedUpdate, sides, useRateUpdates } from './rate-side.ts'
import { formatRate } from './rate-words.ts'
import classes from './rates-panel.module.css'
import { ShadowEffect } from './shadow-effect.tsx'

interface Props {
  row: Contract
  actions: ReadonlySet<string>
}

const columns: Column<SidedUpdate>[] = [
  { heading: 'From', isStrong: true, cell: (update) => formatDay(update.valid_from_date) },
  { heading: 'Side', cell: (update) => sides[update.side].label },
  {
    heading: 'New rates',
    cell: (update) => (
      <>
        {linesOf(update)}
        {update.reason && <div className={classes.quiet}>{update.reason}</div>}
      </>
    ),
  },
  { heading: 'Notice', cell: (update) => <Notice update={update} /> },
]

function Notice({ update }: { update: SidedUpdate }) {
  if (!update.notice_sent_at) return 'Not sent'
  return (
    <>
      Sent {formatMinute(update.notice_sent_at)}
      <div className={classes.quiet}>{update.notice_recipient}</div>
    </>
  )
}

/** Announced changes: whether the customer was told, and the way back while nothing is billed. */
export function RateUpdates({ row, actions }: Props) {
  const { updates, isPending, error } = useRateUpdates(row.id)
  const [telling, setTelling] = useState<SidedUpdate | null>(null)
  const [priced, setPriced] = useState<SidedUpdate | null>(null)
  if (isPending) return <Skeleton height={120} radius="lg" />
  if (error) return <Trouble cause={error} />
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Rate updates
      </Title>
      {updates.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet: the contract has the rates it began with.
        </Text>
      )}
      {updates.length > 0 && (
        <PlainTable
          label="Rate updates"
          rows={updates}
          keyOf={(update) => `${update.side} ${update.id}`}
          columns={[
            ...columns,
            {
              heading: 'Actions',
              isHeadingHidden: true,
              cell: (update) => (
                <UpdateActions
                  update={update}
                  row={row}
                  actions={actions}
                  onTell={() => setTelling(update)}
                  onPrice={() => setPriced(update)}
                />
              ),
            },
          ]}
        />
      )}
      <NoticeDialog
        side={telling?.side ?? 'sell'}
        ids={telling ? [telling.id] : null}
        onClose={() => setTelling(null)}
      />
      <Dialog
        isOpen={priced !== null}
        onClose={() => setPriced(null)}
        size="lg"
        title={priced?.name}
      >
        {priced && <ShadowEffect side={priced.side} change={changeIn(priced)} />}
      </Dialog>
    </Paper>
  )
}

interface RowProps extends Props {
  update: SidedUpdate
  onTell: () => void
  onPrice: () => void
}

function UpdateActions({ update, row, actions, onTell, onPrice }: RowProps) {
  const isBilled = row.billed_to_date !== null && update.valid_from_date <= row.billed_to_date
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <Button variant="subtle" onClick={onPrice}>
        Effect
      </Button>
      {actions.has('addrateupdates') && (
        <Button variant={update.notice_sent_at ? 'subtle' : 'default'} onClick={onTell}>
          {update.notice_sent_at ? 'Send again' : 'Send notice'}
        </Button>
      )}
      {actions.has('undo') && (
        <TakeBack
          reason={isBilled ? `Billed up to ${formatDayShort(row.billed_to_date)}.` : undefined}
          onClick={() => void takeBackUpdate(update)}
        />
      )}
    </Group>
  )
}

function TakeBack({ reason, onClick }: { reason: string | undefined; onClick: () => void }) {
  if (!reason) {
    return (
      <Button variant="default" onClick={onClick}>
        Take back
      </Button>
    )
  }
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" data-disabled aria-disabled onClick={(e) => e.preventDefault()}>
        Take back
      </Button>
    </Tooltip>
  )
}

interface NewRate {
  rate_name: string
  rate_amount: string
  previous_amount: string | null
}

// The server writes this column itself, one entry per new rate.
const ratesIn = ({ rates }: SidedUpdate) => (Array.isArray(rates) ? rates : []) as NewRate[]

/** A stored update as the shadow run takes it: its own rates are not what was held before. */
function changeIn(update: SidedUpdate): RateChange {
  const { id, contract_id, valid_from_date } = update
  const rates = ratesIn(update).map(({ previous_amount: _before, ...rate }) => rate)
  return { contract_id, valid_from_date, rates, update_id: id }
}

function linesOf(update: SidedUpdate): string {
  const rates = ratesIn(update)
  const named = rates.slice(0, 3).map((rate) => {
    const before = rate.previous_amount === null ? 'new' : formatRate(rate.previous_amount)
    return `${rate.rate_name} ${before} → ${formatRate(rate.rate_amount)}`
  })
  const rest = rates.length - named.length
  return [...named, ...(rest > 0 ? [`and ${plural(rest, 'more', 'more')}`] : [])].join(', ')
}

async function takeBackUpdate(update: SidedUpdate): Promise<void> {
  const answer = await ask<'take back' | 'cancel'>({
    title: 'Take back these rates?',
    text: `${update.name}: the rates before hold again.`,
    detail: update.notice_sent_at ? 'The customer was told already, and is not told of this.' : '',
    cancel: 'cancel',
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'take back', label: 'Take back', isDanger: true },
    ],
  })
  if (answer !== 'take back') return
  try {
    const { message } = await send(sides[update.side].updates.remove, { id: update.id })
    toast(message)
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await forgetContracts()
  }
}
