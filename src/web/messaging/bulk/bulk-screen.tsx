import { Skeleton } from '@mantine/core'
import { atLeast } from '#domain/access/role.ts'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { NoPermission, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { useRowId } from '#web/kit/session/use-row.ts'
import { BulkDraft } from './bulk-draft.tsx'
import { BulkProgressPage } from './bulk-progress.tsx'
import { useBulk } from './bulk-queries.ts'

/** One message to many: written while it is a draft, watched and told of afterwards. */
export function Screen() {
  const id = useRowId()
  const { role } = useSession()
  if (id !== null) return <OneBulk key={id} id={id} />
  if (atLeast(role, bulkmessage.access.write)) return <BulkDraft />
  return (
    <Page title="Bulk message">
      <NoPermission />
    </Page>
  )
}

function OneBulk({ id }: { id: number }) {
  const { data, error, refetch } = useBulk(id)
  if (data?.data.state === 'draft') return <BulkDraft />
  if (data) return <BulkProgressPage row={data.data} info={data.info} />
  return (
    <Page title="Bulk message" summary=" ">
      {error ? (
        <Trouble cause={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
    </Page>
  )
}
