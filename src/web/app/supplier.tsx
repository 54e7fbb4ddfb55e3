import { supplier } from '#domain/suppliers/supplier.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { PartyMessages } from '#web/messaging/party-messages.tsx'
import { PayeeCard } from '#web/payees/payee-card.tsx'
import { AboutTab, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
import { PartyPage } from './party-page.tsx'
import { SupplierAccount } from './supplier-account.tsx'
import { SupplierContracts } from './supplier-contracts.tsx'
import { SupplierGlance } from './supplier-glance.tsx'

const tabs = {
  account: 'Account',
  contracts: 'Contracts & customers',
  details: 'Details',
  messages: 'Messages',
  ...aboutTabs(supplier),
}
type Tab = keyof typeof tabs

const sections = Object.keys(supplier.form) as (keyof typeof supplier.form)[]

/** A supplier: how we stand with it, whom it serves for us, and how it is reached. */
export function Screen() {
  return (
    <RecordScreen entity={supplier} title="Supplier">
      {(answer) => (
        <PartyPage
          entity={supplier}
          party="supplier"
          answer={answer}
          summary={[answer.data.short_name, answer.data.network_name, answer.data.city]}
          past="No longer in business"
          glance={<SupplierGlance row={answer.data} />}
        >
          <AddressTabs labels={tabs} first="account" parts={aboutParts}>
            {(tab) => <Panel tab={tab} row={answer.data} />}
          </AddressTabs>
        </PartyPage>
      )}
    </RecordScreen>
  )
}

function Panel({ tab, row }: { tab: Tab; row: EditRow }) {
  switch (tab) {
    case 'contracts':
      return <SupplierContracts supplier_id={row.id} />
    case 'details':
      return sections.map((heading) => (
        <Facts
          key={heading}
          entity={supplier}
          row={row}
          titles={{}}
          heading={heading}
          names={supplier.form[heading] ?? []}
        />
      ))
    case 'messages':
      return <PartyMessages party="supplier" id={row.id} isArchived={Boolean(row.deleted_at)} />
    case 'about':
    case 'history':
      return <AboutTab tab={tab} entity={supplier} row={row} canPutBack />
    default:
      return (
        <>
          <SupplierAccount supplier_id={row.id} />
          <PayeeCard kind="supplier" id={row.id} />
        </>
      )
  }
}
