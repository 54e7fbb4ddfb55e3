import { Alert, Button, Group, Stack } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Contract } from '#domain/contracts/contract.ts'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { daysLater, today } from '#web/kit/frame/today.ts'
import type { Answer } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import {
  AcceptForm,
  ActivateForm,
  BilledElsewhereForm,
  CancelForm,
  type DialogFacts,
  DuplicateForm,
  type FormProps,
  LockForm,
  RestoreForm,
  UndoForm,
  UnlockForm,
} from './contract-dialog-forms.tsx'
import { forgetContracts } from './rate-side.ts'
import { SendOffer } from './send-offer.tsx'

const dialogActions = [
  'send',
  'accept',
  'activate',
  'undo',
  'lock',
  'unlock',
  'cancel',
  'restore',
  'duplicate',
  'billedelsewhere',
] as const
export type DialogAction = (typeof dialogActions)[number]

export function isDialogAction(action: string): action is DialogAction {
  const names: readonly string[] = dialogActions
  return names.includes(action)
}

interface Definition {
  title: string
  button: string
  isDanger?: boolean
  Form: ComponentType<FormProps>
  /** What must be said is sent even when it is empty, and refused with its reason. */
  send: (
    about: ContractVersion,
    given: DialogFacts,
    options: { key: string },
  ) => Promise<Answer<Contract>>
  /** The call that takes it back, where there is one. */
  undo?: 'lock' | 'unlock' | 'restore'
}

interface ContractVersion {
  id: number
  version: number
}

/** What is asked for in a small form; what leaves has a last look of its own. */
type FormAction = Exclude<DialogAction, 'send'>

const definitions: Record<FormAction, Definition> = {
  accept: {
    title: 'Record acceptance',
    button: 'Record acceptance',
    Form: AcceptForm,
    send: (about, { name }, options) =>
      send(contractCalls.accept, { ...about, name: name.trim() }, options),
  },
  activate: {
    title: 'Activate the contract?',
    button: 'Activate',
    Form: ActivateForm,
    send: (about, { reason }, options) =>
      send(contractCalls.activate, { ...about, reason: reason.trim() }, options),
  },
  undo: {
    title: 'Take back the last rates?',
    button: 'Take back',
    isDanger: true,
    Form: UndoForm,
    send: (about, _given, options) => send(contractCalls.undo, about, options),
  },
  lock: {
    title: 'Lock the contract?',
    button: 'Lock',
    Form: LockForm,
    send: (about, { reason }, options) =>
      send(contractCalls.lock, { ...about, ...said({ reason }) }, options),
    undo: 'unlock',
  },
  unlock: {
    title: 'Unlock the contract?',
    button: 'Unlock',
    Form: UnlockForm,
    send: (about, { reason }, options) =>
      send(contractCalls.unlock, { ...about, ...said({ reason }) }, options),
    undo: 'lock',
  },
  cancel: {
    title: 'Cancel the contract?',
    button: 'Cancel contract',
    isDanger: true,
    Form: CancelForm,
    send: (about, { date_end, reason, waive_fee }, options) => {
      const why = { reason: reason.trim(), waive_fee }
      return send(
        contractCalls.cancel,
        { ...about, date_end: date_end ?? undefined, ...why },
        options,
      )
    },
    undo: 'restore',
  },
  restore: {
    title: 'Restore the contract?',
    button: 'Restore',
    Form: RestoreForm,
    send: (about, { date_end, reason }, options) =>
      send(contractCalls.restore, { ...about, ...said({ date_end, reason }) }, options),
  },
  duplicate: {
    title: 'Duplicate the contract',
    button: 'Duplicate',
    Form: DuplicateForm,
    // Whichever version it is of: the copy takes what the contract has now.
    send: ({ id }, { date_start, date_end }, options) =>
      send(contractCalls.duplicate, { id, ...said({ date_start, date_end }) }, options),
  },
  billedelsewhere: {
    title: 'Billed before it came here?',
    button: 'Save',
    Form: BilledElsewhereForm,
    send: (about, { billed_to_date, reason }, options) =>
      send(
        contractCalls.update,
        { ...about, billed_to_date: billed_to_date || null, reason: reason.trim() },
        options,
      ),
  },
}

interface Props {
  action: DialogAction | null
  row: Contract
  onClose: () => void
}

/** The question before an action, with what the action needs to know. */
export function ContractDialog({ action, row, onClose }: Props) {
  if (action === 'send') return <SendOffer row={row} onClose={onClose} />
  return (
    <Dialog
      isOpen={action !== null}
      onClose={onClose}
      title={action ? definitions[action].title : ''}
    >
      {action && <ActionForm key={action} action={action} row={row} onClose={onClose} />}
    </Dialog>
  )
}

function ActionForm({ action, row, onClose }: Props & { action: FormAction }) {
  const { Form, button, isDanger, undo } = definitions[action]
  const navigate = useNavigate()
  const [given, setGiven] = useState<DialogFacts>(() => beginning(action, row))
  const submit = useSubmit(async (key) => {
    const { id, version } = row
    try {
      const answer = await definitions[action].send({ id, version }, given, { key })
      toast(answer.message, undo && { run: () => takeBackAction(undo, id) })
      onClose()
      if (action === 'duplicate') void navigate(`/app/contract?id=${answer.data.id}`)
    } finally {
      // Also after a refusal: the contract may be another than the one on screen.
      void forgetContracts()
    }
  })
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        <Form
          row={row}
          given={given}
          set={(next) => setGiven((before) => ({ ...before, ...next }))}
          submit={submit}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {action === 'cancel' ? 'Keep it' : 'Cancel'}
          </Button>
          <Button type="submit" loading={submit.isBusy} {...(isDanger ? { color: 'red' } : {})}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function beginning(action: FormAction, row: Contract): DialogFacts {
  const texts = { reason: '', name: '' }
  const days = { date_start: null, date_end: null, billed_to_date: null }
  const blank: DialogFacts = { ...texts, ...days, waive_fee: false }
  if (action === 'billedelsewhere') return { ...blank, billed_to_date: row.billed_elsewhere_date }
  if (action === 'cancel') return { ...blank, date_end: row.date_end ?? today() }
  // A renewal begins the day after the term it follows.
  if (action === 'duplicate' && row.date_end)
    return { ...blank, date_start: daysLater(row.date_end, 1) }
  return blank
}

/** What was said; what is empty is left out. */
function said<N extends string>(given: Record<N, string | null>): { [K in N]?: string } {
  const texts = Object.entries<string | null>(given).map(([name, text]) => [name, text?.trim()])
  // Some of the same names.
  return Object.fromEntries(texts.filter(([, text]) => text)) as { [K in N]?: string }
}

async function takeBackAction(action: NonNullable<Definition['undo']>, id: number): Promise<void> {
  const answer = await send(contractCalls[action], { id })
  await forgetContracts()
  toast(answer.message)
}
