import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { NoteSubject } from '#domain/operations/note.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { NewNote } from '#web/operations/notes-panel.tsx'

const QuickTask = lazy(async () => ({ default: (await import('./quick-task.tsx')).QuickTask }))

interface WritingDown {
  /** Opens the place for a note or a task about the record in sight. */
  write: (what: 'note' | 'task') => void
  /** To be drawn somewhere. */
  dialogs: ReactNode
}

/** Notes and tasks about the record in sight, written without leaving it. */
export function useWriteDown(reference_object: NoteSubject, reference_id: number): WritingDown {
  const [what, write] = useState<'note' | 'task' | null>(null)
  const close = () => write(null)
  const dialogs = (
    <>
      <Dialog isOpen={what === 'note'} onClose={close} title="New note" isKept>
        <NewNote about={{ reference_object, reference_id }} onSaved={close} isFocused />
      </Dialog>
      {what === 'task' && (
        <Suspense>
          <QuickTask onClose={close} />
        </Suspense>
      )}
    </>
  )
  return { write, dialogs }
}
