import { Skeleton } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import type { Answer } from '#web/kit/session/api.ts'
import { useRow, useRowId } from '#web/kit/session/use-row.ts'
import { Trouble } from './nothing-here.tsx'
import { Page } from './page.tsx'

interface Props {
  entity: Pick<Entity, 'name'>
  /** What the page is called until the record is there. */
  title: string
  /** What stands here without an id in the address. */
  none?: ReactNode
  children: (answer: Answer<EditRow>) => ReactNode
}

/** The record whose id is in the address; until it is there its shape, or what went wrong. */
export function RecordScreen({ entity, title, none, children }: Props) {
  const id = useRowId()
  const query = useRow(entity, id)
  if (id === null && none !== undefined) return none
  // What was read before stays in sight when reading it again fails.
  if (query.data) return <Fragment key={id}>{children(query.data)}</Fragment>
  if (query.isPending && id !== null) {
    return (
      <Page title={title} summary=" ">
        <Skeleton height={360} radius="lg" />
      </Page>
    )
  }
  return (
    <Page title={title}>
      <Trouble cause={query.error} onRetry={() => void query.refetch()} />
    </Page>
  )
}
