// Numbered choice from a list: the same customer is made on every machine.
const pick = (list: string, salt: number) =>
  `${list}[1 + (hashint8(i * 31 + ${salt}) & 2147483647) % cardinality(${list})]`
const share = (percent: number, salt: number) =>
  `((hashint8(i * 17 + ${salt}) & 2147483647) % 100 < ${percent})`
const between = (from: number, to: number, salt: number) =>
  `(${from} + (hashint8(i * 13 + ${salt}) & 2147483647) % ${to - from + 1})`

/** One batch of customers: organisation, first and last number, then the lists to choose from. */
export const customerBatchSql = `
with lists as (
  select $4::text[] as first_names, $5::text[] as last_names, $6::text[] as place_words,
    $7::text[] as trades, $8::text[] as streets, $9::text[] as cities, $10::text[] as nzbns,
    $11::text[] as gst_numbers, $12::text[] as accounts, $13::text[] as birthdays,
    $14::text[] as mandates
), drawn as (
  select i, lists.*, ${share(45, 1)} as is_business,
    ${pick('first_names', 2)} as first_name, ${pick('last_names', 3)} as last_name,
    ${pick('place_words', 4)} || ' ' || ${pick('trades', 5)} as business,
    ${pick('cities', 6)} as city_line, ${pick('streets', 7)} as street_name,
    ${share(70, 8)} as is_active, ${share(55, 9)} as pays_by_debit,
    case when ${share(60, 10)} then ${between(4_000, 90_000, 11)} else 0 end as current_cents,
    case when ${share(12, 12)} then ${between(3_000, 60_000, 13)} else 0 end as overdue_cents
  from lists, generate_series($2::bigint, $3::bigint) i
), named as (
  select *, case when is_business then business || ' ' || i % 997
      else first_name || ' ' || chr(65 + (i % 26)::int) || ' ' || last_name end as full_name,
    fold_text(replace(first_name || '.' || last_name, ' ', '')) || i || '@mail.example' as address
  from drawn
)
insert into customers (organisation_id, customer_number, customer_type, customer_industry,
  customer_status, name, name_business, trading_name, nzbn, gst_number, gst_registered, email,
  phone, phone_mobile, street, city, postcode, country, language, credit_risk, account_credit,
  receive_sms_reminders, simple_invoicing, required_for_medical, contact_primary, email_primary,
  phone_primary, contact_invoice, email_invoice, receives_invoice, invoice_recipients, name_holder,
  dob_holder, bank_name, bank_account_name, bank_account_number, gocardless_mandate_id,
  gocardless_mandate_status, invoice_latest, balance_total, balance_overdue, balance_current,
  charge_late_fee, created_at, modified_at, latitude, longitude, location_source, located_line)
select $1::bigint, 'C-' || i, case when is_business then 'commercial' else 'residential' end,
  case when is_business
    then (array['retail', 'hospitality', 'agriculture', 'manufacturing'])[1 + i % 4] end,
  case when is_active then 'active' when i % 3 = 0 then 'prospect' when i % 3 = 1 then 'inactive'
    else 'closed' end,
  full_name, case when is_business then full_name || ' Limited' end,
  case when is_business then business end,
  case when is_business then ${pick('nzbns', 14)} end,
  case when is_business then ${pick('gst_numbers', 15)} end, is_business, address,
  '+649' || ${between(2_000_000, 9_999_999, 16)}, '+6421' || ${between(2_000_000, 9_999_999, 17)},
  ${between(1, 399, 18)} || ' ' || street_name, left(city_line, -5), right(city_line, 4),
  'New Zealand', 'en-NZ', case when overdue_cents > 0 then 'high' else 'low' end, 0,
  i % 2 = 0, i % 3 = 0, not is_business and i % 40 = 0, first_name || ' ' || last_name, address,
  '+6421' || ${between(2_000_000, 9_999_999, 17)}, 'Accounts', address, true, array[address],
  first_name || ' ' || last_name, ${pick('birthdays', 19)}, 'ANZ', full_name,
  ${pick('accounts', 20)}, case when pays_by_debit then ${pick('mandates', 21)} end,
  case when pays_by_debit then 'active' end, 20000 + i % 80000,
  (current_cents + overdue_cents) / 100.0, overdue_cents / 100.0, current_cents / 100.0, true,
  now() - make_interval(mins => ${between(1, 1_000_000, 22)}), now(),
  -- A third of them live in one town, as they do here.
  case when i % 3 = 0 then -36.95 + ${between(0, 200_000, 23)} / 1000000.0
    else -46 + ${between(0, 10_000_000, 23)} / 1000000.0 end,
  case when i % 3 = 0 then 174.7 + ${between(0, 200_000, 24)} / 1000000.0
    else 167 + ${between(0, 10_000_000, 24)} / 1000000.0 end, 'address',
  ${between(1, 399, 18)} || ' ' || street_name || '||' || left(city_line, -5) || '|'
    || right(city_line, 4) || '|New Zealand'
from named`

/** How the customers of a batch came to be. */
export const historyBatchSql = `
insert into history (organisation_id, object_class, object_id, action, object_version, changes,
  actor_name, source, created_at)
select organisation_id, 'customer', id, 'create', 1,
  jsonb_build_object('name', jsonb_build_array(null, name)), 'Data set', 'system', created_at
from customers where organisation_id = $1
  and customer_number in (select 'C-' || i from generate_series($2::bigint, $3::bigint) i)`
