import { Button, Paper, Skeleton } from '@mantine/core'
import { IconHeartbeat, IconHeartHandshake, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { customer } from '#domain/customers/customer.ts'
import { ParkedBanner } from '#web/books/parked-banner.tsx'
import { CustomerFacts } from '#web/customers/customer-facts.tsx'
import { CustomerSummary } from '#web/customers/customer-summary.tsx'
import { EnquiriesPanel } from '#web/customers/enquiries-panel.tsx'
import { GuardCodeCard } from '#web/customers/guard-code-card.tsx'
import { DebitDetailsGuard } from '#web/customers/guard-details.tsx'
import { TimelinePanel } from '#web/customers/timeline-panel.tsx'
import { FilesPanel } from '#web/files/files-panel.tsx'
import { ArchivedBanner } from '#web/kit/form/archived-banner.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Warnings } from '#web/kit/form/warnings.tsx'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Beside } from '#web/kit/frame/beside.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { MoreMenu, RemoveItem, useMayRemove } from '#web/kit/frame/more-menu.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { rememberRecord } from '#web/kit/frame/recent-records.ts'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import type { Answer } from '#web/kit/session/api.ts'
import { ConsentPanel, flagsOf } from '#web/messaging/consent-panel.tsx'
import { CustomerMessages } from '#web/messaging/customer-messages.tsx'
import { SmsBox } from '#web/messaging/sms/sms-box.tsx'
import { NotesPanel } from '#web/operations/notes-panel.tsx'
import { PayeeBanner } from '#web/payees/payee-banner.tsx'
import { PayeeCard } from '#web/payees/payee-card.tsx'
import { ProposalsPanel } from '#web/proposals/proposals-panel.tsx'
import { TasksPanel } from '#web/tasks/tasks-panel.tsx'
import { CustomerBilling } from './customer-billing.tsx'
import classes from './customer-details.module.css'
import { CustomerSupply } from './customer-supply.tsx'
import { CustomerUsage } from './customer-usage.tsx'

// Most who open a customer look at something else.
const CustomerDebits = lazy(async () => ({
  default: (await import('#web/directdebit/customer/customer-debits.tsx')).CustomerDebits,
}))

const tabs = {
  overview: 'Overview',
  contacts: 'Contacts',
  supply: 'Contracts & meters',
  usage: 'Usage',
  billing: 'Billing',
  'direct-debit': 'Direct debit',
  proposals: 'Proposals',
  messages: 'Messages',
  timeline: 'Timeline',
  tasks: 'Tasks',
  notes: 'Notes',
  files: 'Files',
  history: 'History',
}

/** One customer: the facts that matter stay in sight while the tabs change. */
export function Screen() {
  return (
    <RecordScreen entity={customer} title="Customer">
      {(answer) => <Details answer={answer} />}
    </RecordScreen>
  )
}

function Details({ answer }: { answer: Answer<EditRow> }) {
  const row = answer.data
  const options = useOptions()
  const navigate = useNavigate()
  const name = String(row.name)
  const editPath = `/app/customer/edit?id=${row.id}`
  useEffect(
    () =>
      rememberRecord({ path: `/app/customer/details?id=${row.id}`, title: name, kind: 'Customer' }),
    [row.id, name],
  )
  useSingleKeys({ e: () => void navigate(editPath) })
  const status = String(row.customer_status ?? '')
  return (
    <Page
      title={name}
      summary={[row.customer_number, row.city].filter(Boolean).join(' · ')}
      crumbs={<Crumbs path={[['Customers', '/app/customers']]} here={name} />}
      chips={
        <>
          {status && (
            <StatusChip value={status} label={options.labelOf('customer_status', status)} />
          )}
          {row.required_for_medical === true && (
            <span className={classes.medical}>
              <IconHeartbeat size={15} aria-hidden /> Power needed for medical reasons
            </span>
          )}
          {row.in_hardship === true && (
            <span className={classes.medical}>
              <IconHeartHandshake size={15} aria-hidden /> In financial hardship
            </span>
          )}
        </>
      }
      actions={<Actions row={row} name={name} editPath={editPath} />}
    >
      {row.deleted_at && <ArchivedBanner entity={customer} id={row.id} />}
      <ParkedBanner customer_id={row.id} />
      <PayeeBanner kind="customer" id={row.id} />
      <Warnings entity={customer} given={answer.info.warnings} />
      <Beside
        label="Summary"
        aside={<CustomerSummary row={row} titles={answer.info.titles ?? {}} />}
      >
        <DebitDetailsGuard customer_id={row.id}>
          <AddressTabs labels={tabs} first="overview">
            {(tab) => <Panel tab={tab} answer={answer} />}
          </AddressTabs>
        </DebitDetailsGuard>
      </Beside>
    </Page>
  )
}

function Panel({ tab, answer }: { tab: keyof typeof tabs; answer: Answer<EditRow> }) {
  const { id, deleted_at } = answer.data
  const isArchived = Boolean(deleted_at)
  switch (tab) {
    case 'supply':
      return <CustomerSupply id={id} isArchived={isArchived} />
    case 'billing':
      return (
        <>
          <CustomerBilling customer_id={id} isArchived={isArchived} />
          <CustomerFacts tab={tab} row={answer.data} titles={answer.info.titles ?? {}} />
        </>
      )
    case 'usage':
      return <CustomerUsage id={id} />
    case 'proposals':
      return (
        <>
          <ProposalsPanel customer_id={id} isArchived={isArchived} />
          <EnquiriesPanel customer_id={id} isArchived={isArchived} />
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
              <SmsBox customer_id={id} />
            </Paper>
          )}
          <ConsentPanel customer_id={id} flags={flagsOf(answer.data)} isArchived={isArchived} />
        </>
      )
    case 'timeline':
      return <TimelinePanel id={id} />
    case 'tasks':
      return <TasksPanel about={{ reference_object: 'customer', reference_id: id }} />
    case 'notes':
      return <NotesPanel about={{ reference_object: 'customer', reference_id: id }} />
    case 'files':
      return (
        <FilesPanel
          about={{ reference_object: 'customer', reference_id: id }}
          isArchived={isArchived}
        />
      )
    case 'direct-debit':
      return (
        <>
          <Suspense fallback={<Skeleton height={260} radius="lg" />}>
            <CustomerDebits row={answer.data} />
          </Suspense>
          <CustomerFacts tab={tab} row={answer.data} titles={answer.info.titles ?? {}} />
          <GuardCodeCard customer_id={id} isArchived={isArchived} />
          <PayeeCard kind="customer" id={id} />
        </>
      )
    case 'history':
      return <HistoryPanel entity={customer} id={id} />
    default:
      return <CustomerFacts tab={tab} row={answer.data} titles={answer.info.titles ?? {}} />
  }
}

function Actions({ row, name, editPath }: { row: EditRow; name: string; editPath: string }) {
  const mayRemove = useMayRemove({ entity: customer, row })
  return (
    <>
      {mayRemove && (
        <MoreMenu>
          <RemoveItem entity={customer} row={row} title={name} />
        </MoreMenu>
      )}
      <Button
        component={Link}
        to={editPath}
        leftSection={<IconPencil size={15} aria-hidden />}
        disabled={Boolean(row.deleted_at)}
      >
        Edit
      </Button>
    </>
  )
}
