import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import { MergeDialog } from '#web/kit/dialogs/merge-dialog.tsx'
import { DraftBanner } from './draft-banner.tsx'
import { LockBanner } from './lock-banner.tsx'
import type { useDatalock } from './use-datalock.ts'
import type { Edit } from './use-edit.ts'

interface Props {
  entity: Entity
  edit: Edit
  /** Left out where nobody else is kept from it. */
  held?: ReturnType<typeof useDatalock>
  isReadOnly: boolean
  /** How a value reads that has no cell of its own; undefined where it has. */
  cell?: (name: string, value: unknown) => ReactNode
}

/** What a hand-written editor says above its fields: who is here, what was kept, what is wrong. */
export function EditNotices({ entity, edit, held, isReadOnly, cell }: Props) {
  return (
    <>
      {held && <LockBanner lock={held.lock} onTakeOver={held.takeOver} />}
      {!isReadOnly && <DraftBanner offer={edit.draft} />}
      {edit.message && !edit.merge && (
        <Alert color="red" role="alert">
          {edit.message}
        </Alert>
      )}
      {edit.merge && (
        <MergeDialog
          entity={entity}
          request={edit.merge}
          onCancel={edit.cancelMerge}
          onSave={edit.saveMerged}
          {...(cell ? { cell } : {})}
        />
      )}
    </>
  )
}
