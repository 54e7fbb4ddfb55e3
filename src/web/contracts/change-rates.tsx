import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { isDay } from '#domain/kit/calendar.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { DraftBanner } from '#web/kit/form/draft-banner.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Steps } from '#web/kit/frame/steps.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import type { Info } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { useRateChange } from './change-rates-state.ts'
import { ChangeDay, ChangeDone, ChangeSummary } from './change-rates-steps.tsx'
import { useNoticeDays } from './contract-notice.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import {
  billedReason,
  type ChangeLine,
  changesIn,
  firstDay,
  lineError,
  linesOn,
  withTyped,
} from './rate-change.ts'
import { RateChangeLines } from './rate-change-lines.tsx'
import { forgetContracts, type RatesOfSides, type Side, sides } from './rate-side.ts'
import { useChangeDraft } from './use-change-draft.ts'

const steps = [{ label: 'Side and day' }, { label: 'New rates' }, { label: 'Check and save' }]

interface Props {
  row: Contract
  rates: RatesOfSides
  actions: ReadonlySet<string>
}

interface SavedRates {
  id: number
  side: Side
  warnings: NonNullable<Info['warnings']>
}

/** New rates from a day on, in three steps: since when, which, and is that right. */
export function ChangeRates({ row, rates, actions }: Props) {
  const [side, setSide] = useRateChange()
  const [telling, setTelling] = useState<SavedRates | null>(null)
  const isOpen = side !== null && actions.has('addrateupdates')
  const close = () => void setSide(null)
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        size={860}
        title={`Change rates of ${row.contract_number}`}
        isKept
      >
        {side && (
          <Wizard
            // What was typed for one side is nothing to the other.
            key={side}
            row={row}
            rates={rates}
            side={side}
            onSide={(next) => void setSide(next)}
            mayUndo={actions.has('undo')}
            onTell={(saved) => {
              close()
              setTelling(saved)
            }}
            onClose={close}
          />
        )}
      </Dialog>
      <NoticeDialog
        side={telling?.side ?? 'sell'}
        ids={telling ? [telling.id] : null}
        onClose={() => setTelling(null)}
      />
    </>
  )
}

interface WizardProps {
  row: Contract
  rates: RatesOfSides
  side: Side
  onSide: (side: Side) => void
  mayUndo: boolean
  onTell: (saved: SavedRates) => void
  onClose: () => void
}

const lastStep = 2

function Wizard(props: WizardProps) {
  const { row, rates, side, onClose } = props
  const [step, setStep] = useState(0)
  // The contract as it was when this began: what others change meanwhile is not written over.
  const [{ version }] = useState(row)
  const notice = useNoticeDays()
  const [proposed] = useState(() => firstDay(row, { today: today(), notice }))
  const [day, setDay] = useState<string | null>(proposed)
  const [reason, setReason] = useState('')
  const [lines, setLines] = useState<ChangeLine[]>([])
  const [saved, setSaved] = useState<SavedRates | null>(null)
  const draft = useChangeDraft({ side, day, reason, lines, isKept: !saved, proposed }, (kept) => {
    setReason(kept.reason)
    setDay(kept.day)
    const isTyped = kept.lines.length > 0 && isDay(kept.day ?? '')
    if (isTyped) setLines(withTyped(linesOn(rates, side, kept.day ?? ''), kept.lines))
    setStep(isTyped ? 1 : 0)
  })
  const submit = useSubmit(async (key) => {
    const asked = { id: row.id, version, valid_from_date: day ?? '' }
    const body = { ...asked, rates: changesIn(lines), ...(reason.trim() ? { reason } : {}) }
    const answer = await send(contractCalls[sides[side].action], body, { key })
    draft.drop()
    setSaved({ id: answer.data.id, side, warnings: answer.info.warnings ?? [] })
    await forgetContracts()
  })
  if (saved) {
    return (
      <ChangeDone
        warnings={saved.warnings}
        onTell={() => props.onTell(saved)}
        onUndo={props.mayUndo ? () => undo(row.id, side).then(onClose) : undefined}
        onClose={onClose}
      />
    )
  }
  // What is no day is told by the field itself.
  const isUnread = day !== null && !isDay(day)
  const dayProblem = dayProblemOf(row, isUnread ? undefined : day)
  const hasErrors = lines.some((line) => lineError(line) !== undefined)
  const isReady =
    [!dayProblem && !isUnread, !hasErrors && changesIn(lines).length > 0, true][step] ?? false
  const giveUp = () => {
    draft.drop()
    onClose()
  }
  const next = () => {
    if (step === 0 && day) setLines(withTyped(linesOn(rates, side, day), lines))
    if (step === lastStep) submit.onSubmit()
    else setStep(step + 1)
  }
  return (
    <Stack gap="md">
      <DraftBanner offer={draft.offer} />
      <Steps label="Steps" steps={steps} reached={step} onBack={setStep} />
      {submit.problem && (
        <Alert color="red" role="alert">
          {submit.errorOf('valid_from_date') ?? submit.errorOf('rates') ?? submit.problem}
        </Alert>
      )}
      {step === 0 && (
        <ChangeDay
          row={row}
          side={side}
          onSide={props.onSide}
          day={day}
          onDay={setDay}
          problem={dayProblem}
          reason={reason}
          onReason={setReason}
        />
      )}
      {step === 1 && <RateChangeLines side={side} lines={lines} onLines={setLines} />}
      {step === lastStep && (
        <ChangeSummary contract_id={row.id} side={side} day={day ?? ''} lines={lines} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => (step === 0 ? giveUp() : setStep(step - 1))}>
          {step === 0 ? 'Cancel' : 'Back'}
        </Button>
        <Button disabled={!isReady} loading={submit.isBusy} onClick={next}>
          {step === lastStep ? 'Save new rates' : 'Next'}
        </Button>
      </Group>
    </Stack>
  )
}

function dayProblemOf(row: Contract, day: string | null | undefined): string | undefined {
  if (day === null) return 'Choose a day.'
  return day && billedReason(row.billed_to_date, day)
}

async function undo(id: number, side: Side): Promise<void> {
  const answer = await send(contractCalls.undo, { id, side })
  toast(answer.message)
  await forgetContracts()
}
