/**
 * What a payment of an invoice in time leaves behind, in one statement with nothing computed and
 * nothing checked: the payment and its history, three entries with their lines, where the money
 * lies, and what the invoice and the customer owe. $1 organisation, $2 customer, $3 invoice,
 * $4 reference, $5 amount, $6 day, $7 something unique.
 */
export const paymentRowsSql = `
with paid as (
  insert into invoicepayments (organisation_id, reference, payment_status, customer_id, invoice_id,
    payment_date, payment_type, amount_incl_gst, amount_excl_gst, gst_amount, allocated_amount,
    unallocated_amount, refunded_amount, notes)
  values ($1::bigint, $4, 'received', $2::bigint, $3::bigint, $6::date, 'bank_transfer',
    $5::numeric, $5::numeric, 0, $5::numeric, 0, 0, 'reference')
  returning id
), told as (
  insert into history (organisation_id, object_class, object_id, action, object_version, changes,
    actor_name, source, request_id, customer_id)
  select $1::bigint, 'invoicepayment', id, 'create', 1,
    jsonb_build_object('amount_incl_gst', jsonb_build_array(null, $5::text), 'reference',
      jsonb_build_array(null, $4), 'payment_date', jsonb_build_array(null, $6::text)),
    'Bench', 'screen', $7, $2::bigint
  from paid
), answered as (
  insert into idempotency_keys (user_id, organisation_id, key_hash, body_hash, status, body)
  select (select min(id) from users), $1::bigint, sha256($7::bytea), sha256($7::bytea), 201,
    repeat('x', 1000)
), entries as (
  insert into transactions (organisation_id, event, transaction_date, amount, customer_id,
    invoice_id, invoicepayment_id, unique_key, actor_name, source, request_id)
  select $1::bigint, event, $6::date, $5::numeric, $2::bigint, $3::bigint, paid.id,
    case when event = 'money_received' then 'reference ' || $7 end, 'Bench', 'screen', $7
  from paid, unnest(array['money_received', 'allocation', 'discount_taken']) event
  returning id, event
), lines as (
  insert into accounttransactions (organisation_id, transaction_id, account, amount,
    transaction_date, customer_id, invoice_id)
  select $1::bigint, entries.id, line.account, line.amount, $6::date, $2::bigint, $3::bigint
  from entries join (values ('money_received', 1000, $5::numeric),
    ('money_received', 2100, -$5::numeric), ('allocation', 2100, $5::numeric),
    ('allocation', 1100, -$5::numeric), ('discount_taken', 4000, 3.00),
    ('discount_taken', 2300, 2.00), ('discount_taken', 4020, 1.00),
    ('discount_taken', 1190, -6.00)) line (event, account, amount) using (event)
), placed as (
  insert into allocations (organisation_id, customer_id, invoice_id, invoicepayment_id, amount)
  select $1::bigint, $2::bigint, $3::bigint, id, $5::numeric from paid
), cleared as (
  update invoices set balance = 0, ppd_state = 'earned', invoice_status = 'cleared',
    cleared_at = now() where id = $3::bigint
)
update customers set balance_total = 0, balance_current = 0, balance_overdue = 0,
  account_credit = 0, invoice_latest = $3::bigint where id = $2::bigint`
