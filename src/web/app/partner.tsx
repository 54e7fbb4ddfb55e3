import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { type Partner, partner } from '#domain/partners/partner.ts'
import { partnerCountsQuery, termsQuery } from '#web/commissions/commission-query.ts'
import { PartnerCustomers } from '#web/commissions/partner-customers.tsx'
import { PartnerEarned } from '#web/commissions/partner-earned.tsx'
import { PartnerStatements } from '#web/commissions/partner-statements.tsx'
import { PartnerTerms } from '#web/commissions/partner-terms.tsx'
import { SendStatement } from '#web/commissions/send-statement.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Figure, GlanceCard } from '#web/kit/frame/glance.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { PartyMessages } from '#web/messaging/party-messages.tsx'
import { PayeeCard } from '#web/payees/payee-card.tsx'
import { AboutTab, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
import { PartyContact } from './party-contact.tsx'
import { PartyPage } from './party-page.tsx'

const tabs = {
  details: 'Details',
  terms: 'Terms',
  customers: 'Customers',
  earned: 'Earned',
  statements: 'Statements',
  messages: 'Messages',
  ...aboutTabs(partner),
}
type Tab = keyof typeof tabs

// What somebody earns is for accounting.
const { terms: _terms, earned: _earned, statements: _statements, ...openTabs } = tabs

const sections = Object.keys(partner.form) as (keyof typeof partner.form)[]

/** A partner: who they are, what was agreed, whom they brought, and what they earned by it. */
export function Screen() {
  const { role } = useSession()
  const labels: Partial<Record<Tab, string>> = atLeast(role, 'accounting') ? tabs : openTabs
  return (
    <RecordScreen entity={partner} title="Partner">
      {(answer) => {
        const row = answer.data
        return (
          <PartyPage
            entity={partner}
            party="partner"
            answer={answer}
            summary={[row.contact_name, row.city]}
            past="No longer active"
            actions={<SendStatement partner_id={row.id} isArchived={Boolean(row.deleted_at)} />}
            glance={<PartnerGlance row={row} />}
          >
            <AddressTabs labels={labels as typeof tabs} first="details" parts={aboutParts}>
              {(tab) => <Panel tab={tab} row={row} />}
            </AddressTabs>
          </PartyPage>
        )
      }}
    </RecordScreen>
  )
}

/** What is asked first about a partner; what they earn only for those who may see it. */
function PartnerGlance({ row }: { row: EditRow }) {
  const { role } = useSession()
  const { data } = useQuery(partnerCountsQuery)
  const count = data?.get(row.id)
  const tab = (name: Tab) => `?id=${row.id}&tab=${name}`
  return (
    <>
      <GlanceCard title="Customers they brought" isPending={!data}>
        <Figure>{count?.customers ?? 0}</Figure>
        <Anchor component={Link} to={tab('customers')} size="sm">
          {plural(count?.customers ?? 0, 'customer')}
        </Anchor>
      </GlanceCard>
      {atLeast(role, 'accounting') && (
        <GlanceCard title="Earned, not stated" isPending={!data}>
          <Figure>
            <Money value={count?.earned ?? '0.00'} />
          </Figure>
          <Anchor component={Link} to={tab('earned')} size="sm">
            What they earned
          </Anchor>
          <NextTerms id={row.id} />
        </GlanceCard>
      )}
      <PartyContact entity={partner} row={row} names={['contact_name', 'phone', 'email']} />
    </>
  )
}

function NextTerms({ id }: { id: number }) {
  const { data } = useQuery(termsQuery(id))
  const latest = data?.[0]?.valid_from_date
  return latest ? <Text size="sm">Latest terms from {formatDayShort(latest)}</Text> : null
}

function Panel({ tab, row }: { tab: Tab; row: EditRow }) {
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
    case 'about':
    case 'history':
      return <AboutTab tab={tab} entity={partner} row={row} canPutBack />
    default:
      return (
        <>
          {sections.map((heading) => (
            <Facts
              key={heading}
              entity={partner}
              row={row}
              titles={{}}
              heading={heading}
              names={partner.form[heading] ?? []}
            />
          ))}
          <PayeeCard kind="partner" id={id} />
        </>
      )
  }
}
