-- What had been kept of a payment for a new draft stayed behind when the payment was cancelled or
-- failed, and the next page asked for it.
alter table money_set_aside no force row level security;
alter table invoicepayments no force row level security;
delete from money_set_aside m using invoicepayments p
  where p.id = m.invoicepayment_id and p.payment_status in ('cancelled', 'failed');
alter table invoicepayments force row level security;
alter table money_set_aside force row level security;
