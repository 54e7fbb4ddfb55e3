import { accounts } from '#domain/books/postings.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { accountsOfTwo, wrongAccounts, wrongGstNumbers, wrongNzbns } from './identifiers.ts'
import type { QualityRule } from './quality-rule.ts'

const CREDIT_DAYS = 90

const ADDRESSES = `array_remove(array[lower(t.email), lower(t.email_other), lower(t.email_primary),
  lower(t.email_invoice), lower(t.email_authorised), lower(t.email_holder)], null)
  || array(select lower(x) from unnest(t.invoice_recipients) x)`
const CAME_BACK = `from messageblacklists b where b.organisation_id = t.organisation_id
  and b.source = 'bounce' and b.deleted_at is null and lower(b.contact) = any(${ADDRESSES})`

// Where invoices go, as sending finds it.
const RECIPIENTS = `(case when cardinality(t.invoice_recipients) > 0
  then array(select lower(x) from unnest(t.invoice_recipients) x)
  else array_remove(array[lower(coalesce(t.email_invoice, t.email_primary, t.email))], null) end)`
const OPEN_RECIPIENT = `exists (select from unnest(${RECIPIENTS}) x where not exists (
  select from messageblacklists b where b.organisation_id = t.organisation_id
    and lower(b.contact) = x and b.type in ('email', 'all') and b.blocks = 'everything'
    and b.deleted_at is null))`

// What reaches the customer, whichever field it stands in. Whoever is authorised to speak for them, an
// accountant perhaps, may do so for many.
const OWN_PHONES = `array[c.phone, c.phone_other, c.phone_mobile, c.phone_work, c.phone_home,
  c.landline, c.phone_primary, c.phone_invoice, c.phone_holder]`
const OWN_ADDRESSES = `array[lower(c.email), lower(c.email_other), lower(c.email_primary),
  lower(c.email_invoice), lower(c.email_holder)]
  || array(select lower(x) from unnest(c.invoice_recipients) x)`

/** Live customers that share one of these values with another. */
const ofTwo = (values: string) => `t.id in (
  select unnest(array_agg(x.id)) from (select distinct c.id, v.value
    from customers c cross join lateral unnest(${values}) v (value)
    where c.customer_status <> 'closed' and c.deleted_at is null and v.value <> '') x
  group by x.value having count(*) > 1)`

const GIVEN_SINCE = (today: string) => `from accounttransactions a where a.customer_id = t.id
  and a.account = ${accounts.customerCredit} and a.amount < 0
  and a.transaction_date >= ${today} - ${CREDIT_DAYS}`

const about = { kind: 'customer' } as const

/** What is wrong with customers. */
export const customerRules: readonly QualityRule[] = [
  {
    ...about,
    name: 'no_way_to_send_invoices',
    sentence: 'Active, and no way to send invoices: no address that takes mail, and none by post',
    severity: 'error',
    broken: () => `t.customer_status = 'active'
      and not (t.receive_mail_invoices and t.street is not null and t.city is not null)
      and not (t.receives_invoice and ${OPEN_RECIPIENT})`,
  },
  {
    ...about,
    name: 'address_came_back',
    sentence: 'A mail address came back as dead',
    severity: 'error',
    broken: () => `t.customer_status <> 'closed' and exists (select ${CAME_BACK})`,
    since: () =>
      `(select min(b.created_at at time zone '${BUSINESS_TIME_ZONE}')::date ${CAME_BACK})`,
  },
  {
    ...about,
    name: 'gst_number_fails_its_check',
    sentence: 'The GST number fails its check',
    severity: 'error',
    found: wrongGstNumbers,
  },
  {
    ...about,
    name: 'nzbn_fails_its_check',
    sentence: 'The NZBN fails its check',
    severity: 'warning',
    found: wrongNzbns,
  },
  {
    ...about,
    name: 'bank_account_fails_its_check',
    sentence: 'The bank account fails its check',
    severity: 'error',
    found: wrongAccounts,
  },
  {
    ...about,
    name: 'nzbn_of_two_customers',
    sentence: 'Two customers have the same NZBN',
    severity: 'warning',
    broken: () => ofTwo('array[c.nzbn]'),
  },
  {
    ...about,
    name: 'bank_account_of_two_customers',
    sentence: 'Two customers have the same bank account',
    severity: 'warning',
    found: accountsOfTwo,
  },
  {
    ...about,
    name: 'phone_of_two_customers',
    sentence: 'Two customers have the same phone number',
    severity: 'warning',
    broken: () => ofTwo(OWN_PHONES),
  },
  {
    ...about,
    name: 'email_of_two_customers',
    sentence: 'Two customers have the same mail address',
    severity: 'warning',
    broken: () => ofTwo(OWN_ADDRESSES),
  },
  {
    ...about,
    name: 'not_located',
    sentence: 'Active, and not found on the map',
    severity: 'information',
    broken: () => `t.customer_status = 'active' and t.latitude is null`,
  },
  {
    ...about,
    name: 'gst_registered_without_number',
    sentence: 'Registered for GST, without a GST number',
    severity: 'warning',
    broken: () => `t.gst_registered and t.gst_number is null and t.customer_status <> 'closed'`,
  },
  {
    ...about,
    name: 'old_credit',
    sentence: `Credit that has lain unused for more than ${CREDIT_DAYS} days`,
    severity: 'warning',
    // What is used is the oldest: credit beyond all that was given since then is older.
    broken: (today) => `t.account_credit > 0
      and t.account_credit > coalesce((select -sum(a.amount) ${GIVEN_SINCE(today)}), 0)`,
    since: (today) => `(select max(a.transaction_date) + ${CREDIT_DAYS + 1}
      from accounttransactions a where a.customer_id = t.id and a.amount < 0
        and a.account = ${accounts.customerCredit}
        and a.transaction_date < ${today} - ${CREDIT_DAYS})`,
  },
  {
    ...about,
    name: 'medical_without_second_contact',
    sentence: 'Depends on power for medical reasons, and nobody else can be reached',
    severity: 'error',
    // Somebody else who is authorised, or the joint holder or contact by a name of their own.
    broken: () => `t.required_for_medical and t.customer_status <> 'closed'
      and not (t.name_authorised is not null
        and coalesce(t.phone_authorised, t.email_authorised) is not null)
      and not (coalesce(t.contact_primary, t.name) not in (t.name, coalesce(t.name_holder, t.name))
        and coalesce(t.phone_primary, t.email_primary) is not null)`,
  },
]
