import { Paper, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mandateStatuses } from '#domain/customers/mandate-status.ts'
import { ConnectionTrouble } from '#web/directdebit/connection/connection-trouble.tsx'
import { NotConnectedYet } from '#web/directdebit/connection/not-connected.tsx'
import { connectionQuery, debitsQuery, mandatesQuery } from '#web/directdebit/debit-query.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { DebitHistory } from './debit-history.tsx'
import { EarlierMandates } from './earlier-mandates.tsx'
import { FrozenBanner } from './frozen-banner.tsx'
import { MandateCard } from './mandate-card.tsx'
import { MandateSteps } from './mandate-steps.tsx'
import { NoMandate } from './no-mandate.tsx'

/** How a customer is collected from: the authority, what comes next, and what came before. */
export function CustomerDebits({ row }: { row: EditRow }) {
  const connection = useQuery(connectionQuery)
  const mandates = useQuery(mandatesQuery(row.id))
  const debits = useQuery(debitsQuery({ customer_id: row.id }))
  const failed = [connection, mandates, debits].find(({ isError, data }) => isError && !data)
  if (failed) return <Trouble cause={failed.error} onRetry={() => void failed.refetch()} />
  if (!connection.data || !mandates.data || !debits.data)
    return <Skeleton height={260} radius="lg" />
  const [mandate, ...earlier] = mandates.data
  const { rows, titles } = debits.data
  const isConnected = connection.data.is_connected
  return (
    <>
      <ConnectionTrouble />
      <FrozenBanner row={row} />
      {!isConnected && <NotConnectedYet />}
      {!mandate && <KnownStatus status={row.gocardless_mandate_status} />}
      {isConnected && !mandate && <NoMandate row={row} />}
      {mandate && (
        <MandateCard mandate={mandate} row={row} debits={rows} isConnected={isConnected} />
      )}
      {rows.length > 0 && <DebitHistory rows={rows} titles={titles} />}
      {earlier.length > 0 && <EarlierMandates mandates={earlier} />}
    </>
  )
}

/** How an authority stood that was noted before it was kept here. */
function KnownStatus({ status }: { status: unknown }) {
  const known = mandateStatuses.find((one) => one === status)
  if (!known) return null
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        As it was noted
      </Title>
      <MandateSteps status={known} />
    </Paper>
  )
}
