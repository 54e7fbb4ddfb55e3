import { Button, Text, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { bankaccountCalls } from '#domain/bank/bank-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetBank, positionsQuery } from './bank-query.ts'

/** The day up to which nothing is booked any more, and the way to move it. */
export function LockBooks() {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(positionsQuery)
  const lockedTo = data?.[0]?.books_locked_to ?? null
  if (!data || data.length === 0) return null
  const words = lockedTo ? `Books locked to ${formatDayShort(lockedTo)}` : 'Books are not locked'
  if (!atLeast(role, bankaccountCalls.lock.policy.from ?? 'manager'))
    return (
      <Text size="sm" c="dimmed">
        {words}
      </Text>
    )
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLock size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {lockedTo ? words : 'Lock the books'}
      </Button>
      {isOpen && <LockDialog lockedTo={lockedTo} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface DialogProps {
  lockedTo: string | null
  onClose: () => void
}

function LockDialog({ lockedTo, onClose }: DialogProps) {
  const [day, setDay] = useState(lockedTo ?? '')
  const [reason, setReason] = useState('')
  const isBack = lockedTo !== null && (day === '' || day < lockedTo)
  const submit = useSubmit(async (key) => {
    const said = reason.trim() ? { reason: reason.trim() } : {}
    const body = { books_locked_to: day === '' ? null : day, ...said }
    const answer = await send(bankaccountCalls.lock, body, { key })
    toast(answer.message || 'The lock is moved.')
    onClose()
    await forgetBank()
  })
  return (
    <DialogForm
      isOpen
      title="Lock the books"
      button={isBack ? 'Open the books again' : 'Lock'}
      submit={submit}
      onClose={onClose}
      isDanger={isBack}
    >
      <Text size="sm">
        Bank lines still come in. What belongs before this day is booked on the first open day, and
        agreed statements stay as they are.
      </Text>
      <DayInput
        label="Locked to"
        description="Empty: not locked. Going back is an admin’s to do."
        value={day}
        error={submit.errorOf('books_locked_to')}
        onChange={(next) => setDay(next ?? '')}
      />
      <Textarea
        label="Reason"
        withAsterisk={isBack}
        autosize
        minRows={2}
        value={reason}
        error={submit.errorOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
