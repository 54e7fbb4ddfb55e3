import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { atLeast } from '#domain/access/role.ts'
import { NoPermission, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { ConnectionPanel } from './connection/connection-panel.tsx'
import { ConnectionTrouble } from './connection/connection-trouble.tsx'
import { NotConnected } from './connection/not-connected.tsx'
import { SyncNow } from './connection/sync-now.tsx'
import { DebitList, EventList, PayoutList } from './debit-lists.tsx'
import { connectionQuery } from './debit-query.ts'
import { DebitTabs, debitTabs } from './debit-tabs.tsx'
import { OpenInvitations } from './open-invitations.tsx'

const title = 'Direct debits'

/** What is collected, what the banks said of it, and what came of it to us. */
export function Screen() {
  const { role } = useSession()
  const [tab] = useQueryState('tab', parseAsStringLiteral(debitTabs).withDefault('planned'))
  const mayLook = atLeast(role, 'accounting')
  const { data, error, refetch } = useQuery({ ...connectionQuery, enabled: mayLook })
  if (!mayLook) return <Page title={title}>{<NoPermission />}</Page>
  if (!data)
    return (
      <Page title={title} summary=" ">
        {error ? (
          <Trouble cause={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={360} radius="lg" />
        )}
      </Page>
    )
  const above = (
    <Stack gap="sm">
      <ConnectionTrouble />
      <DebitTabs tab={tab} />
    </Stack>
  )
  if (!data.connection)
    return (
      <Page title={title} summary="Collecting from customers’ accounts">
        <NotConnected />
      </Page>
    )
  if (tab === 'connection')
    return (
      <Page title={title} summary={data.connection.creditor_name} actions={<SyncNow />}>
        {above}
        {atLeast(role, 'admin') ? (
          <ConnectionPanel connection={data.connection} />
        ) : (
          <NoPermission />
        )}
      </Page>
    )
  if (tab === 'invitations')
    return (
      <Page title={title} summary="Invited to authorise you" actions={<SyncNow />}>
        {above}
        <OpenInvitations />
      </Page>
    )
  if (tab === 'payouts') return <PayoutList above={above} />
  if (tab === 'events') return <EventList above={above} />
  return <DebitList key={tab} which={tab} above={above} />
}
