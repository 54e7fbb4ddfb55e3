import { Button, Group, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { type FieldChange, fieldChangeCalls } from '#domain/kit/fieldchange-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { showStanding, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import {
  fieldChangesOfMine,
  forgetChanged,
  isUnderWay,
  putFieldChange,
  useFieldChange,
} from './field-change-query.ts'
import { showFieldChangeRows } from './field-change-rows.tsx'
import { outcomeWords } from './field-change-words.ts'

const idOf = (id: number) => `fieldchange-${id}`
const SHOWN_AFTER_MS = 10_000

/** Tells how far a change of many rows is, wherever one goes meanwhile, and what became of it. */
export function showFieldChange(change: FieldChange): void {
  const id = idOf(change.id)
  putFieldChange(change)
  showStanding(id, <IconPencil size={16} aria-hidden />, <FieldChangeNotice first={change} />)
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
  const wasUnderWay = useRef(false)
  useEffect(() => {
    if (!isOver) wasUnderWay.current = true
    // One that was over before it was shown has changed nothing since.
    else if (wasUnderWay.current) forgetChanged()
    if (!isOver || !isSmooth) return
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

/** The notice makes room for the window, which it would cover on a phone, and is back after it. */
async function lookAtRows(change: FieldChange): Promise<void> {
  await showFieldChangeRows(change, () => showFieldChange(change))
  notifications.hide(idOf(change.id))
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
          onClick={() => void lookAtRows(change).catch(toastProblem)}
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
