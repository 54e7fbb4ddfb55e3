import { Button, Group, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil } from '@tabler/icons-react'
import { useEffect } from 'react'
import { type FieldChange, fieldChangeCalls } from '#domain/kit/fieldchange-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import {
  fieldChangesOfMine,
  forgetChanged,
  isUnderWay,
  putFieldChange,
  useFieldChange,
} from './field-change-query.ts'
import { showFieldChangeRows } from './field-change-rows.tsx'

const idOf = (id: number) => `fieldchange-${id}`
const SHOWN_AFTER_MS = 10_000

/** Tells how far a change of many rows is, wherever one goes meanwhile, and what became of it. */
export function showFieldChange(change: FieldChange): void {
  const id = idOf(change.id)
  putFieldChange(change)
  notifications.hide(id)
  notifications.show({
    id,
    icon: <IconPencil size={16} aria-hidden />,
    color: 'petrol',
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
    message: <FieldChangeNotice first={change} />,
  })
}

/** What is under way still is told of again after the page was loaded anew. */
export async function showFieldChangesUnderWay(): Promise<void> {
  for (const change of await fieldChangesOfMine()) if (isUnderWay(change)) showFieldChange(change)
}

function FieldChangeNotice({ first }: { first: FieldChange }) {
  const change = useFieldChange(first)
  const { id, counts } = change
  const isOver = !isUnderWay(change)
  const isSmooth = counts.refused + counts.kept === 0
  useEffect(() => {
    if (!isOver) return
    forgetChanged()
    if (!isSmooth) return
    const timer = setTimeout(() => notifications.hide(idOf(id)), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOver, isSmooth, id])
  return isOver ? <Outcome change={change} /> : <UnderWay change={change} />
}

const act = (made: Promise<{ data: FieldChange }>) =>
  void made.then(({ data }) => putFieldChange(data)).catch(toastProblem)

function UnderWay({ change }: { change: FieldChange }) {
  const { id, state, counts, words } = change
  const isUndo = state === 'undoing'
  const left = isUndo ? counts.changed : counts.waiting
  const done = isUndo ? counts.undone + counts.kept : counts.changed + counts.same + counts.refused
  const all = left + done
  return (
    <div role="status">
      <Text size="sm">
        {isUndo ? 'Putting back' : 'Changing'} {words.field}: {done} of{' '}
        {plural(all, words.one, words.many)}.
      </Text>
      <Progress value={(done / Math.max(all, 1)) * 100} my={6} aria-label="Progress" />
      <Button size="xs" variant="default" onClick={() => act(send(fieldChangeCalls.stop, { id }))}>
        Stop
      </Button>
    </div>
  )
}

/** What became of it; each row a click away, and the way back. */
function Outcome({ change }: { change: FieldChange }) {
  const { id, counts } = change
  return (
    <div role="status">
      <Text size="sm">{outcomeWords(change)}</Text>
      <Group gap="xs" mt={6}>
        <Button
          size="xs"
          variant="default"
          onClick={() => void showFieldChangeRows(change).catch(toastProblem)}
        >
          What became of each
        </Button>
        {counts.changed > 0 && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => act(send(fieldChangeCalls.undo, { id }))}
          >
            Undo
          </Button>
        )}
      </Group>
    </div>
  )
}

/** "Due of 3 tasks changed, 1 not." */
export function outcomeWords({ counts, words }: FieldChange): string {
  const wasUndone = counts.undone + counts.kept > 0
  const of = (count: number) => `${words.field} of ${plural(count, words.one, words.many)}`
  const outcomes = wasUndone
    ? [
        `${of(counts.undone)} put back`,
        counts.kept > 0 && `${counts.kept} kept as changed since`,
        counts.changed > 0 && `${counts.changed} still changed`,
      ]
    : [
        `${of(counts.changed)} changed`,
        counts.same > 0 && `${counts.same} had it already`,
        counts.refused > 0 && `${counts.refused} not`,
        counts.waiting > 0 && `${counts.waiting} not begun`,
      ]
  return `${outcomes.filter(Boolean).join(', ')}.`
}
