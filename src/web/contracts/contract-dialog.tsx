import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Contract } from '#domain/contracts/contract.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { daysLater, today } from '#web/kit/frame/today.ts'
import { api } from '#web/kit/session/api.ts'
import {
  AcceptForm,
  ActivateForm,
  CancelForm,
  DuplicateForm,
  type FormProps,
  type Given,
  LockForm,
  RestoreForm,
  UndoForm,
  UnlockForm,
} from './contract-dialog-forms.tsx'
import { forgetContracts } from './rate-side.ts'
import { SendForm } from './send-form.tsx'

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
  /** What is sent beside the contract's id and version; what is null is left out. */
  sends: readonly (keyof Given)[]
  /** Everything it sends must be said: what is empty is sent too, and refused with its reason. */
  isNeeded?: boolean
  /** The call that takes it back, where there is one. */
  undo?: DialogAction
}

const definitions: Record<DialogAction, Definition> = {
  send: { title: 'Send the contract?', button: 'Send', Form: SendForm, sends: ['to', 'message'] },
  accept: {
    title: 'Record acceptance',
    button: 'Record acceptance',
    Form: AcceptForm,
    sends: ['name'],
    isNeeded: true,
  },
  activate: {
    title: 'Activate the contract?',
    button: 'Activate',
    Form: ActivateForm,
    sends: ['reason'],
    isNeeded: true,
  },
  undo: {
    title: 'Take back the last rates?',
    button: 'Take back',
    isDanger: true,
    Form: UndoForm,
    sends: [],
  },
  lock: {
    title: 'Lock the contract?',
    button: 'Lock',
    Form: LockForm,
    sends: ['reason'],
    undo: 'unlock',
  },
  unlock: {
    title: 'Unlock the contract?',
    button: 'Unlock',
    Form: UnlockForm,
    sends: ['reason'],
    undo: 'lock',
  },
  cancel: {
    title: 'Cancel the contract?',
    button: 'Cancel contract',
    isDanger: true,
    Form: CancelForm,
    sends: ['date_end', 'reason', 'waive_fee'],
    isNeeded: true,
    undo: 'restore',
  },
  restore: {
    title: 'Restore the contract?',
    button: 'Restore',
    Form: RestoreForm,
    sends: ['date_end', 'reason'],
  },
  duplicate: {
    title: 'Duplicate the contract',
    button: 'Duplicate',
    Form: DuplicateForm,
    sends: ['date_start', 'date_end'],
  },
}

interface Props {
  action: DialogAction | null
  row: Contract
  onClose: () => void
}

/** The question before an action, with what the action needs to know. */
export function ContractDialog({ action, row, onClose }: Props) {
  return (
    <Modal
      opened={action !== null}
      onClose={onClose}
      title={action ? definitions[action].title : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {action && <ActionForm key={action} action={action} row={row} onClose={onClose} />}
    </Modal>
  )
}

function ActionForm({ action, row, onClose }: Props & { action: DialogAction }) {
  const { Form, button, isDanger, undo } = definitions[action]
  const navigate = useNavigate()
  const [given, setGiven] = useState<Given>(() => beginning(action, row))
  const submit = useSubmit(async (key) => {
    const { id, version } = row
    const body = {
      id,
      ...(action === 'duplicate' ? {} : { version }),
      ...bodyOf(given, definitions[action]),
    }
    try {
      const answer = await api.post<EditRow>(`/contract/${action}`, body, { key })
      toast(answer.message, undo && { run: () => takeBack(undo, id) })
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

function beginning(action: DialogAction, row: Contract): Given {
  const texts = { reason: '', name: '', to: '', message: '' }
  const blank: Given = { ...texts, date_start: null, date_end: null, waive_fee: false }
  if (action === 'cancel') return { ...blank, date_end: row.date_end ?? today() }
  // A renewal begins the day after the term it follows.
  if (action === 'duplicate' && row.date_end)
    return { ...blank, date_start: daysLater(row.date_end, 1) }
  return blank
}

function bodyOf(given: Given, { sends, isNeeded }: Definition): Record<string, unknown> {
  const entries = sends
    .map((name) => [name, typeof given[name] === 'string' ? given[name].trim() : given[name]])
    .filter(([, value]) => value !== null && (value !== '' || isNeeded))
  return Object.fromEntries(entries)
}

async function takeBack(action: DialogAction, id: number): Promise<void> {
  const answer = await api.post(`/contract/${action}`, { id })
  await forgetContracts()
  toast(answer.message)
}
