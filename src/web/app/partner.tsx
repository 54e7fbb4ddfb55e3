import type { ReactNode } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { type Partner, partner } from '#domain/partners/partner.ts'
import { PartnerCustomers } from '#web/commissions/partner-customers.tsx'
import { PartnerEarned } from '#web/commissions/partner-earned.tsx'
import { PartnerStatements } from '#web/commissions/partner-statements.tsx'
import { PartnerTerms } from '#web/commissions/partner-terms.tsx'
import { SendStatement } from '#web/commissions/send-statement.tsx'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { PartyMessages } from '#web/messaging/party-messages.tsx'
import { PayeeBanner } from '#web/payees/payee-banner.tsx'
import { PayeeCard } from '#web/payees/payee-card.tsx'

const tabs = {
  details: 'Details',
  terms: 'Terms',
  customers: 'Customers',
  earned: 'Earned',
  statements: 'Statements',
  messages: 'Messages',
  history: 'History',
}
type Tab = keyof typeof tabs

// What somebody earns is for accounting.
const { terms: _terms, earned: _earned, statements: _statements, ...openTabs } = tabs

/** A partner: who they are, what was agreed, whom they brought, and what they earned by it. */
export function Screen() {
  return (
    <EditScreen
      entity={partner}
      actions={({ id, deleted_at }) => (
        <SendStatement partner_id={id} isArchived={Boolean(deleted_at)} />
      )}
      above={({ id }) => <PayeeBanner kind="partner" id={id} />}
      around={(form, row) => <PartnerTabs form={form} row={row} />}
    />
  )
}

interface Props {
  form: ReactNode
  row: EditRow
}

function PartnerTabs({ form, row }: Props) {
  const { role } = useSession()
  const labels: Partial<Record<Tab, string>> = atLeast(role, 'accounting') ? tabs : openTabs
  return (
    <AddressTabs labels={labels as typeof tabs} first="details">
      {(tab) => <Panel tab={tab} form={form} row={row} />}
    </AddressTabs>
  )
}

function Panel({ tab, form, row }: Props & { tab: Tab }) {
  const { id, deleted_at } = row
  const isArchived = Boolean(deleted_at)
  switch (tab) {
    case 'terms': {
      // The call answers a row of the entity it names.
      const first = { ...(row as EditRow & Partner), valid_from_date: null }
      return <PartnerTerms partner_id={id} first={first} isArchived={isArchived} />
    }
    case 'customers':
      return <PartnerCustomers partner_id={id} />
    case 'earned':
      return <PartnerEarned partner_id={id} isArchived={isArchived} />
    case 'statements':
      return <PartnerStatements partner_id={id} />
    case 'messages':
      return <PartyMessages party="partner" id={id} isArchived={isArchived} />
    case 'history':
      return <HistoryPanel entity={partner} id={id} />
    default:
      return (
        <>
          {form}
          <PayeeCard kind="partner" id={id} />
        </>
      )
  }
}
