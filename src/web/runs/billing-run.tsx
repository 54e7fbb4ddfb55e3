import { parseAsInteger, useQueryState } from 'nuqs'
import { atLeast } from '#domain/access/role.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NoPermission } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { BillingRunChoice } from './billing-run-choice.tsx'
import { BillingRunProgress } from './billing-run-progress.tsx'

/** Many invoices at once: chosen, looked at, made, approved and sent. */
export function Screen() {
  const { role } = useSession()
  const [id, setId] = useQueryState('id', parseAsInteger.withOptions({ history: 'push' }))
  const crumbs = <Crumbs path={[['Invoices', '/app/invoices']]} here="Billing run" />
  if (!atLeast(role, 'accounting'))
    return (
      <Page title="Billing run" crumbs={crumbs}>
        <NoPermission />
      </Page>
    )
  if (id !== null)
    return <BillingRunProgress id={id} crumbs={crumbs} onNew={() => void setId(null)} />
  return (
    <Page
      title="Billing run"
      summary="Make, approve and send the invoices of many contracts at once"
      crumbs={crumbs}
    >
      <BillingRunChoice onStarted={(run) => void setId(run)} />
    </Page>
  )
}
