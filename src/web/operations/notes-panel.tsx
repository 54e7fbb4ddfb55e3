import { ActionIcon, Button, Group, Paper, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconPin, IconPinFilled, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Note, note } from '#domain/operations/note.ts'
import { noteCalls } from '#domain/operations/note-calls.ts'
import { DraftBanner } from '#web/kit/form/draft-banner.tsx'
import { useKeptTyping } from '#web/kit/form/use-page-submit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

interface About {
  reference_object: NonNullable<Note['reference_object']>
  reference_id: number
}

/** The notes on a record, pinned ones first, and the place to write the next. */
export function NotesPanel({ about, isArchived = false }: { about: About; isArchived?: boolean }) {
  const notes = useQuery({
    queryKey: ['notes', 'about', about],
    queryFn: ({ signal }) => {
      const params = { ...about, order: '-is_pinned,-created_at', limit: 200 }
      return send(noteCalls.list, params, { signal })
    },
  })
  const rows = notes.data?.data ?? []
  return (
    <Stack gap="sm">
      {!isArchived && <NewNote about={about} />}
      {notes.isPending && <Skeleton height={80} />}
      {notes.isError && <Trouble cause={notes.error} onRetry={() => void notes.refetch()} />}
      {notes.isSuccess && rows.length === 0 && (
        <NothingHere title="Nothing here yet." description="Calls, promises and agreements." />
      )}
      {rows.map((row) => (
        <OneNote key={row.id} row={row} />
      ))}
    </Stack>
  )
}

interface NewNoteProps {
  about: About
  onSaved?: () => void
  /** Where it stands by itself, one begins to write at once. */
  isFocused?: boolean
}

export function NewNote({ about, onSaved, isFocused = false }: NewNoteProps) {
  const [text, setText] = useState('')
  const submit = useSubmit(async (key) => {
    const text_plain = text.trim()
    if (!text_plain) return
    // The first line names the note.
    const subject = (text_plain.split('\n')[0] ?? '').slice(0, 200).padEnd(2, '.')
    await send(noteCalls.create, { ...about, subject, text_plain }, { key })
    kept.settle()
    setText('')
    await forgetNotes()
    toast('Note created.')
    onSaved?.()
  })
  const kept = useKeptTyping({
    entity: note,
    about: `${about.reference_object} ${about.reference_id}`,
    typed: { text },
    restore: (typed) => setText(typed.text ?? ''),
    save: submit.attempt,
  })
  return (
    <form onSubmit={submit.onSubmit} aria-label="New note">
      <DraftBanner offer={kept.offer} />
      <Textarea
        label="New note"
        autosize
        minRows={2}
        value={text}
        error={submit.problem}
        data-autofocus={isFocused || undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="xs">
        <Button type="submit" loading={submit.isBusy} disabled={text.trim() === ''}>
          Save note
        </Button>
      </Group>
    </form>
  )
}

/** What shows notes, or the last contact with a customer, is asked for again. */
async function forgetNotes(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['notes'] }),
    queryClient.invalidateQueries({ queryKey: ['standing'] }),
  ])
}

function OneNote({ row }: { row: Note }) {
  const Pin = row.is_pinned ? IconPinFilled : IconPin
  async function pin() {
    try {
      const { id, version } = row
      await send(noteCalls.update, { id, version, is_pinned: !row.is_pinned })
      await forgetNotes()
    } catch (cause) {
      toastProblem(cause)
    }
  }
  return (
    <Paper p="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {row.text_plain || row.subject}
          </Text>
          <Text size="xs" c="dimmed" mt={4}>
            {[row.written_by, formatStamp(row.created_at)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={row.is_pinned ? 'Unpin' : 'Pin'} onClick={pin}>
            <Pin size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={`Delete ${row.subject}`}
            onClick={() => removeRows(note, [row.id], row.subject)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
    </Paper>
  )
}
