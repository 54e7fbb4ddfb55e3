import { customer } from '#domain/customers/customer.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Facts } from '#web/kit/frame/facts.tsx'
import type { Titles } from '#web/kit/session/api.ts'

type FactTab = 'overview' | 'contacts' | 'billing' | 'direct-debit'
type Section = keyof typeof customer.form

// Every section of the form is read in exactly one tab.
const sections: Record<FactTab, Section[]> = {
  overview: ['Identity', 'Contact', 'Address'],
  contacts: ['People and contacts'],
  billing: ['Balances', 'Credit and preferences'],
  'direct-debit': ['Bank and direct debit'],
}

// The tab lists the latest invoices by their numbers; their key says nothing to a reader.
const LISTED_ABOVE = 'invoice_latest'

/** The customer's fields to read, by tab. */
export function CustomerFacts(props: { tab: FactTab; row: EditRow; titles: Titles }) {
  const { tab, row, titles } = props
  return (
    <>
      {sections[tab].map((section) => (
        <Facts
          key={section}
          entity={customer}
          row={row}
          titles={titles}
          heading={section}
          names={(customer.form[section] ?? []).filter((name) => name !== LISTED_ABOVE)}
        />
      ))}
    </>
  )
}
