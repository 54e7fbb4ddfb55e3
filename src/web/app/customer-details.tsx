import { Paper, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { customer } from '#domain/customers/customer.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import type { CustomerStanding } from '#domain/reports/customer-standing-calls.ts'
import { ParkedBanner } from '#web/books/parked-banner.tsx'
import { CustomerFacts } from '#web/customers/customer-facts.tsx'
import { EnquiriesPanel } from '#web/customers/enquiries-panel.tsx'
import { GuardCodeCard } from '#web/customers/guard-code-card.tsx'
import { DebitDetailsGuard } from '#web/customers/guard-details.tsx'
import { TimelinePanel } from '#web/customers/timeline-panel.tsx'
import { ArchivedBanner } from '#web/kit/form/archived-banner.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Warnings } from '#web/kit/form/warnings.tsx'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { rememberRecord } from '#web/kit/frame/recent-records.ts'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { TabParts } from '#web/kit/frame/tab-parts.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useRowId } from '#web/kit/session/use-row.ts'
import { ConsentPanel, flagsOf } from '#web/messaging/consent-panel.tsx'
import { CustomerMessages } from '#web/messaging/customer-messages.tsx'
import { CustomerSms } from '#web/messaging/sms/sms-box.tsx'
import { TroubleChips } from '#web/messaging/trouble-chips.tsx'
import { PayeeBanner } from '#web/payees/payee-banner.tsx'
import { PayeeCard } from '#web/payees/payee-card.tsx'
import { ProposalsPanel } from '#web/proposals/proposals-panel.tsx'
import { AboutRecord, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerBilling } from './customer-billing.tsx'
import { CustomerCare } from './customer-care.tsx'
import { CustomerGlance } from './customer-glance.tsx'
import { standingQuery } from './customer-standing.ts'
import { CustomerSupply } from './customer-supply.tsx'
import { CustomerUsage } from './customer-usage.tsx'

// Most who open a customer look at something else.
const CustomerDebits = lazy(async () => ({
  default: (await import('#web/directdebit/customer/customer-debits.tsx')).CustomerDebits,
}))

const tabs = {
  overview: 'Details',
  supply: 'Contracts & meters',
  billing: 'Billing',
  'direct-debit': 'Direct debit',
  messages: 'Messages',
  ...aboutTabs(customer),
}
type Tab = keyof typeof tabs

const parts: Record<string, Tab> = {
  ...aboutParts,
  contacts: 'overview',
  usage: 'supply',
  proposals: 'supply',
  timeline: 'history',
}

/** One customer: what is asked on the phone stands above the tabs. */
export function Screen() {
  const id = useRowId()
  // Asked for together with the record, so that both are there at once.
  const standing = useQuery({ ...standingQuery(id ?? 0), enabled: id !== null })
  return (
    <RecordScreen entity={customer} title="Customer">
      {(answer) => <Details answer={answer} standing={standing.data ?? undefined} />}
    </RecordScreen>
  )
}

interface Props {
  answer: Answer<EditRow>
  standing: CustomerStanding | undefined
}

function Details({ answer, standing }: Props) {
  const row = answer.data
  const options = useOptions()
  const { role } = useSession()
  const name = String(row.name)
  useEffect(
    () =>
      rememberRecord({ path: `/app/customer/details?id=${row.id}`, title: name, kind: 'Customer' }),
    [row.id, name],
  )
  const status = String(row.customer_status ?? '')
  const type = row.customer_type && options.labelOf('customer_type', String(row.customer_type))
  const mayRecord = !row.deleted_at && atLeast(role, invoicepayment.access.write)
  const oldest = standing?.open_items.find(({ invoice_id }) => invoice_id !== null)
  return (
    <Page
      title={name}
      summary={[row.customer_number, type, row.city].filter(Boolean).join(' · ')}
      crumbs={<Crumbs path={[['Customers', '/app/customers']]} here={name} />}
      chips={
        <>
          {status && (
            <StatusChip value={status} label={options.labelOf('customer_status', status)} />
          )}
          <TroubleChips troubles={standing?.message_troubles ?? []} />
        </>
      }
      actions={
        <CustomerActions
          row={row}
          name={name}
          mayRecord={mayRecord}
          oldest={oldest && `/app/invoice/edit?id=${oldest.invoice_id}`}
          tabs={Object.keys(tabs)}
        />
      }
    >
      {row.deleted_at && <ArchivedBanner entity={customer} id={row.id} />}
      <CustomerCare row={row} standing={standing} />
      <ParkedBanner customer_id={row.id} />
      <PayeeBanner kind="customer" id={row.id} />
      <Warnings entity={customer} given={answer.info.warnings} />
      <CustomerGlance
        row={row}
        titles={answer.info.titles ?? {}}
        standing={standing}
        mayRecord={mayRecord}
      />
      <DebitDetailsGuard customer_id={row.id}>
        <AddressTabs labels={tabs} first="overview" parts={parts}>
          {(tab) => <Panel tab={tab} answer={answer} />}
        </AddressTabs>
      </DebitDetailsGuard>
    </Page>
  )
}

function Panel({ tab, answer }: { tab: Tab; answer: Answer<EditRow> }) {
  const { id, deleted_at } = answer.data
  const isArchived = Boolean(deleted_at)
  const facts = (name: 'overview' | 'contacts' | 'billing' | 'direct-debit') => (
    <CustomerFacts tab={name} row={answer.data} titles={answer.info.titles ?? {}} />
  )
  switch (tab) {
    case 'supply':
      return <Supply id={id} isArchived={isArchived} />
    case 'billing':
      return (
        <>
          <CustomerBilling customer_id={id} isArchived={isArchived} />
          {facts('billing')}
        </>
      )
    case 'messages':
      return (
        <>
          <Paper>
            <CustomerMessages customer_id={id} isArchived={isArchived} />
          </Paper>
          {!isArchived && (
            <Paper component="section" aria-label="Text message">
              <CustomerSms customer_id={id} />
            </Paper>
          )}
          <ConsentPanel customer_id={id} flags={flagsOf(answer.data)} isArchived={isArchived} />
        </>
      )
    case 'direct-debit':
      return (
        <>
          <Suspense fallback={<Skeleton height={260} radius="lg" />}>
            <CustomerDebits row={answer.data} />
          </Suspense>
          {facts('direct-debit')}
          <GuardCodeCard customer_id={id} isArchived={isArchived} />
          <PayeeCard kind="customer" id={id} />
        </>
      )
    case 'about':
      return <AboutRecord entity={customer} row={answer.data} />
    case 'history':
      return <History id={id} />
    default:
      return (
        <>
          {facts('overview')}
          {facts('contacts')}
        </>
      )
  }
}

const supplyParts = { supply: 'Contracts & meters', usage: 'Usage', proposals: 'Proposals' }

/** What was agreed, what was used under it, and what was offered instead. */
function Supply({ id, isArchived }: { id: number; isArchived: boolean }) {
  return (
    <TabParts label="Contracts, usage or proposals" labels={supplyParts}>
      {(part) =>
        part === 'usage' ? (
          <CustomerUsage id={id} />
        ) : part === 'proposals' ? (
          <>
            <ProposalsPanel customer_id={id} isArchived={isArchived} />
            <EnquiriesPanel customer_id={id} isArchived={isArchived} />
          </>
        ) : (
          <CustomerSupply id={id} isArchived={isArchived} />
        )
      }
    </TabParts>
  )
}

const historyParts = { history: 'Changes', timeline: 'Everything that happened' }

function History({ id }: { id: number }) {
  return (
    <TabParts label="Changes or everything" labels={historyParts}>
      {(part) =>
        part === 'timeline' ? (
          <TimelinePanel id={id} />
        ) : (
          <HistoryPanel entity={customer} id={id} canPutBack />
        )
      }
    </TabParts>
  )
}
