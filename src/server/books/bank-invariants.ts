import { accounts, bankLedgers } from '#domain/books/postings.ts'
import { fragment } from '#server/kit/database/sql.ts'

// What always holds of our accounts at banks. No single customer is meant: it is asked of all.
const ALL = fragment`$1::bigint[] is null`
const LINE = fragment`'Line ' || t.id || ' of ' || t.transaction_date`
const MATCHED = fragment`t.deleted_at is null
  and t.transaction_status in ('matched', 'transfer', 'reconciled')`

const partsOf = fragment`(select banktransaction_id, sum(amount) as amount from bankparts
    where undone_at is null group by banktransaction_id)`

const I13 = fragment`select null::bigint as customer_id, ${LINE} || ' is ' || t.amount
    || ', its parts are ' || coalesce(p.amount, 0) as detail
  from banktransactions t left join ${partsOf} p on p.banktransaction_id = t.id
  where ${ALL} and ${MATCHED} and t.amount <> coalesce(p.amount, 0)
  union all select null, ${LINE} || ' is ' || t.transaction_status || ' and has parts of ' || p.amount
  from banktransactions t join ${partsOf} p on p.banktransaction_id = t.id
  where ${ALL} and (t.deleted_at is not null or t.transaction_status in ('new', 'suggested'))`

const B1 = fragment`select null::bigint as customer_id, 'Line ' || t.bank_line_id || ' of '
    || t.transaction_date || ' over ' || t.amount || ' is there ' || count(*) || ' times' as detail
  from banktransactions t where ${ALL} and t.deleted_at is null and t.bank_line_id is not null
  group by t.organisation_id, t.bankaccount_id, t.bank_line_id, t.transaction_date, t.amount
  having count(*) > 1`

// Payments are booked on the first account before any line shows them; what a line books for itself,
// or moves to its own account, its parts name.
const BOOKED = fragment`(select account, sum(amount) as amount from (
      select b.account, b.amount from bankparts p
        cross join lateral unnest(p.entry_ids) entry_id
        join accounttransactions b on b.transaction_id = entry_id
        where p.undone_at is null
          and b.account between ${bankLedgers.first} and ${bankLedgers.last}
      union all select ${accounts.bank}, p.amount from bankparts p where p.undone_at is null
        and (num_nonnulls(p.invoicepayment_id, p.billpayment_id) > 0
          or p.kind in ('supplier_refund', 'payout', 'commission'))) x group by account)`

const B2 = fragment`select null::bigint as customer_id, a.name || ': ' || coalesce(l.amount, 0)
    || ' by matched lines and ' || coalesce(b.amount, 0) || ' by the books' as detail
  from bankaccounts a
  left join (select t.bankaccount_id, sum(t.amount) as amount from banktransactions t
    where ${MATCHED} group by t.bankaccount_id) l on l.bankaccount_id = a.id
  left join ${BOOKED} b on b.account = a.ledger_account
  where ${ALL} and a.deleted_at is null and coalesce(l.amount, 0) <> coalesce(b.amount, 0)`

const B3 = fragment`select p.customer_id, 'Payment ' || p.id || ' is ' || p.payment_status
    || ', and ' || count(b.id) || ' lines show it' as detail
  from invoicepayments p left join bankparts b on b.invoicepayment_id = p.id
    and b.undone_at is null and b.kind in ('customer', 'payment', 'deposit')
  where ($1::bigint[] is null or p.customer_id = any($1)) and p.deleted_at is null
    and p.amount_incl_gst > 0
  group by p.id having count(b.id) > 1
    or p.payment_status = 'reconciled' and p.debit_state is null and count(b.id) <> 1
    or count(b.id) > 0 and (p.amount_incl_gst <> sum(b.amount)
      or p.payment_status not in
        ('reconciled', 'partly_refunded', 'refunded', 'failed'))
  union all select null, 'Payment to a supplier ' || p.id || ' is ' || p.payment_status
    || ', and ' || count(b.id) || ' lines show it'
  from billpayments p left join bankparts b on b.billpayment_id = p.id
    and b.undone_at is null and b.kind in ('bill', 'billpayment')
  where ${ALL} and p.deleted_at is null
  group by p.id having count(b.id) > 1 or p.payment_status = 'cleared' and count(b.id) <> 1`

const B4 = fragment`select null::bigint as customer_id, 'Transfers half seen are ' || h.amount
    || ', in the books ' || b.amount as detail
  from (select coalesce(-sum(p.amount), 0) as amount from bankparts p where p.undone_at is null
      and p.kind = 'transfer' and not exists (select from bankparts o where o.undone_at is null
        and o.kind = 'transfer' and o.banktransaction_id = p.other_line_id)) h,
    (select coalesce(sum(amount), 0) as amount from accounttransactions
      where account = ${accounts.transfersHalfSeen}) b
  where ${ALL} and h.amount <> b.amount`

/** Each is a question whose every answer is a violation. */
export const bankInvariants = [
  {
    code: 'I13',
    title: 'What a line of the bank is explained by is its whole amount',
    violated: I13,
  },
  { code: 'B1', title: 'A line of the bank is there once', violated: B1 },
  { code: 'B2', title: 'Matched lines are booked on their account, to the cent', violated: B2 },
  { code: 'B3', title: 'A payment is shown by one line, and says so', violated: B3 },
  { code: 'B4', title: 'What stands between our accounts is half seen', violated: B4 },
] as const
