import { Skeleton } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { pathsOf } from '#domain/kit/entity-paths.ts'
import { MergeDialog } from '#web/kit/dialogs/merge-dialog.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { RecordMore } from '#web/kit/frame/more-menu.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { rememberRecord } from '#web/kit/frame/recent-records.ts'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useRow, useRowId } from '#web/kit/session/use-row.ts'
import { ArchivedBanner } from './archived-banner.tsx'
import { DraftBanner } from './draft-banner.tsx'
import { EditForm } from './edit-form.tsx'
import classes from './edit-screen.module.css'
import { LockBanner } from './lock-banner.tsx'
import type { Values } from './merge.ts'
import { SaveButtons } from './save-bar.tsx'
import { useDatalock } from './use-datalock.ts'
import { type Edit, type EditRow, useEdit } from './use-edit.ts'
import { Warnings } from './warnings.tsx'

interface Props {
  entity: Entity
  /** What a new row starts with besides the entity's own beginnings. */
  start?: Values
  /** What it is called before it is stored, where it has a name already. */
  calledAlready?: string
  /** Buttons and panels only this entity has. */
  actions?: (row: EditRow) => ReactNode
  above?: (row: EditRow) => ReactNode
  below?: (row: EditRow) => ReactNode
  /** What stands around the form of a row that is there, such as tabs of which it is one. */
  around?: (form: ReactNode, row: EditRow) => ReactNode
  /** What stands under a field besides its hint. */
  under?: (name: string, edit: Edit) => ReactNode
  /** What stands beside the form and follows what is typed, such as a preview. */
  beside?: (edit: Edit) => ReactNode
  /** Fields that this row leaves out, since something else decides on them. */
  without?: (edit: Edit) => string[]
  /** Fields that this row shows and nobody who sees it may change. */
  fixed?: (row: EditRow) => readonly string[]
  /** The address by which it is locked, where others share the screen's own. */
  lockedAs?: string
  /** The address of its list, where that is one of several on a screen. */
  listedAt?: string
  /** How a row is removed where asking and deleting is not enough; true when it is gone. */
  remove?: (row: EditRow) => Promise<boolean>
}

/** Any entity's form; without an id in the address it makes a new row. */
export function EditScreen(props: Props) {
  const id = useRowId()
  const query = useRow(props.entity, id)
  if (id === null) return <Editor key="new" {...props} row={null} refetch={() => undefined} />
  if (query.isPending) return <Shape entity={props.entity} />
  if (query.isError) {
    return (
      <Page title={props.entity.label}>
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  return (
    <Editor
      key={id}
      {...props}
      row={query.data.data}
      refetch={() => void query.refetch()}
      warnings={query.data.info.warnings}
    />
  )
}

interface EditorProps extends Props {
  row: EditRow | null
  refetch: () => void
  warnings?: Answer<EditRow>['info']['warnings']
}

function Editor(props: EditorProps) {
  const { entity, row, refetch, warnings, start, actions, above, below, under, remove } = props
  const { beside } = props
  const { role } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const paths = pathsOf(entity)
  const isArchived = Boolean(row?.deleted_at)
  const isAllowed = atLeast(role, entity.access.write)
  const isLockable = row !== null && !isArchived && isAllowed
  const { lock, takeOver } = useDatalock(
    isLockable ? `${props.lockedAs ?? pathname}?id=${row.id}` : null,
    refetch,
  )
  const edit = useEdit({
    entity,
    row,
    ...(start ? { start } : {}),
    keepsDraft: isAllowed && !isArchived,
    onSaved: (answer, isNew) => {
      toast(answer.message || (isNew ? `${entity.label} created.` : 'Changes saved.'))
      const state = { warnings: answer.info.warnings ?? [] }
      if (isNew || paths.open !== paths.edit)
        void navigate(`${paths.open}?id=${answer.data.id}`, { replace: isNew, state })
    },
  })
  useSaveKey(() => void edit.save())
  const newTitle = props.calledAlready ?? `New ${entity.label}`
  const title = row ? String(row[entity.title] ?? entity.label) : newTitle
  useEffect(() => {
    if (row) rememberRecord({ path: `${paths.open}?id=${row.id}`, title, kind: entity.label })
  }, [row, title, paths.open, entity.label])
  const isReadOnly = !isAllowed || isArchived || lock.state === 'taken'
  const form = (
    <div className={beside ? (classes.beside ?? '') : ''}>
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          void edit.save()
        }}
      >
        <EditForm
          {...{ entity, edit, rowId: row?.id ?? null, isReadOnly, under }}
          without={props.without?.(edit) ?? []}
          fixed={(row && props.fixed?.(row)) ?? []}
        />
        {/* Enter in any field saves, as in every form. */}
        <button type="submit" hidden disabled={isReadOnly} />
      </form>
      {beside?.(edit)}
    </div>
  )
  return (
    <Page
      title={title}
      crumbs={
        <Crumbs
          path={[[entity.labelPlural, props.listedAt ?? paths.list]]}
          here={row || props.calledAlready ? title : 'New'}
        />
      }
      actions={
        <>
          {row && actions?.(row)}
          {row && (
            <RecordMore
              entity={entity}
              row={row}
              title={title}
              canPutBack
              remove={remove && (() => remove(row))}
            />
          )}
          <SaveButtons edit={edit} isReadOnly={isReadOnly} isNew={row === null} />
        </>
      }
    >
      {row && isArchived && <ArchivedBanner entity={entity} id={row.id} />}
      <LockBanner lock={lock} onTakeOver={takeOver} />
      {!isReadOnly && <DraftBanner offer={edit.draft} />}
      {row && above?.(row)}
      <Warnings entity={entity} given={warnings} />
      {row && props.around ? props.around(form, row) : form}
      {row && below?.(row)}
      {edit.merge && (
        <MergeDialog
          entity={entity}
          request={edit.merge}
          onCancel={edit.cancelMerge}
          onSave={edit.saveMerged}
        />
      )}
    </Page>
  )
}

function Shape({ entity }: { entity: Entity }) {
  return (
    <Page title={entity.label} summary=" ">
      <Skeleton height={320} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </Page>
  )
}
