-- Money to suppliers: what of a payment lies on bills and what is our credit, whether the supplier's
-- discount stands, and which bill took the place of which.
alter table bills
  add column ppd_state text check (ppd_state in ('open', 'earned', 'lost')),
  add column is_withheld boolean not null default false,
  add column replaces_id bigint,
  add foreign key (organisation_id, replaces_id) references bills (organisation_id, id);
-- A disputed bill was left out of payments until now.
alter table bills no force row level security;
update bills set is_withheld = is_disputed where is_disputed;
alter table bills force row level security;
create index bills_account on bills (organisation_id, supplier_id,
  regexp_replace(upper(account_number_with_supplier), '[^A-Z0-9]', '', 'g')) where deleted_at is null;

alter table billpayments
  add column allocated_amount numeric(14,2),
  add column unallocated_amount numeric(14,2),
  add column refunded_amount numeric(14,2);
alter table billpayments no force row level security;
-- Every payment lay on its bill as a whole until now.
update billpayments set unallocated_amount = 0, refunded_amount = 0,
  allocated_amount = case when payment_status in ('paid', 'cleared') then amount_incl_gst else 0 end;
alter table billpayments force row level security;
create index transactions_billpayment on transactions (organisation_id, billpayment_id)
  where billpayment_id is not null;

-- The GST of a bill is that of all it charges; what is due in time has its own. With 15 % no half cent
-- can come up, so that rounding is the same as ours.
alter table bills no force row level security;
update bills set gst_amount = due_gst + round((undiscounted_bill_sum - discounted_bill_sum)
    * gst_percent / (100 + gst_percent), 2)
  where undiscounted_bill_sum <> discounted_bill_sum and gst_percent is not null;
alter table bills force row level security;
