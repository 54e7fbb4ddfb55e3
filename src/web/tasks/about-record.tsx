import { Title } from '@mantine/core'
import { type FileSubject, fileSubjects } from '#domain/files/file.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type NoteSubject, noteSubjects } from '#domain/operations/note.ts'
import { type TaskSubject, taskSubjects } from '#domain/tasks/task.ts'
import { FilesPanel } from '#web/files/files-panel.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { NotesPanel } from '#web/operations/notes-panel.tsx'
import classes from './about-record.module.css'
import { TasksPanel } from './tasks-panel.tsx'

const kinds = ['notes', 'tasks', 'files'] as const

const subjects: Record<(typeof kinds)[number], readonly string[]> = {
  notes: noteSubjects,
  tasks: taskSubjects,
  files: fileSubjects,
}

const kindsOf = (entity: Pick<Entity, 'name'>) =>
  kinds.filter((kind) => subjects[kind].includes(entity.name))

/** The tabs that every record ends with: what was written about it, and what happened to it. */
export function aboutTabs(entity: Pick<Entity, 'name'>) {
  const [last = '', ...others] = kindsOf(entity).toReversed()
  const words = [others.toReversed().join(', '), last].filter(Boolean).join(' & ')
  return { about: humanise(words), history: 'History' }
}

/** Notes, tasks and files once had tabs of their own: their addresses still lead there. */
export const aboutParts = { notes: 'about', tasks: 'about', files: 'about' } as const

interface Props {
  entity: Entity
  row: { id: number; deleted_at?: string | null | undefined }
}

/** Whatever can hang on a record: its notes, its tasks and its files, side by side. */
export function AboutRecord({ entity, row }: Props) {
  const own = new Set(kindsOf(entity))
  const about = <S extends string>() => ({
    // Each kind is shown only for the entities that it names as its subjects.
    reference_object: entity.name as S,
    reference_id: row.id,
  })
  return (
    <div className={classes.columns}>
      {own.has('notes') && (
        <section className={classes.part} aria-labelledby="about-notes">
          <Title order={2} id="about-notes">
            Notes
          </Title>
          <NotesPanel about={about<NoteSubject>()} isArchived={Boolean(row.deleted_at)} />
        </section>
      )}
      {own.has('tasks') && (
        <section className={classes.part} aria-labelledby="about-tasks">
          <Title order={2} id="about-tasks">
            Tasks
          </Title>
          <TasksPanel about={about<TaskSubject>()} />
        </section>
      )}
      {own.has('files') && (
        <section className={classes.part} aria-labelledby="about-files">
          <Title order={2} id="about-files">
            Files
          </Title>
          <FilesPanel about={about<FileSubject>()} isArchived={Boolean(row.deleted_at)} />
        </section>
      )}
    </div>
  )
}

interface TabProps extends Props {
  tab: 'about' | 'history'
  /** Its history offers to save earlier values again. */
  canPutBack?: boolean
}

/** One of the two tabs that every record ends with. */
export function AboutTab({ tab, canPutBack, ...props }: TabProps) {
  const { entity, row } = props
  if (tab === 'history') return <HistoryPanel {...{ entity, canPutBack }} id={row.id} />
  return <AboutRecord {...props} />
}
