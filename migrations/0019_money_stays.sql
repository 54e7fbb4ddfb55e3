-- Money that lies on no item is not always free: what paid an invoice that is being redone is kept for
-- its new draft, what somebody took off an item waits for the next invoice, and what was paid back out
-- of an item still counts for the discount of that one.
create table money_set_aside (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  purpose text not null check (purpose in ('reserved', 'waiting', 'paid_back')),
  invoice_id bigint,
  invoicepayment_id bigint,
  credit_invoice_id bigint,
  amount numeric(14,2) not null check (amount > 0),
  created_at timestamp(3) with time zone not null default now(),
  check ((invoice_id is null) = (purpose = 'waiting')),
  check ((invoicepayment_id is null) <> (credit_invoice_id is null)),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id),
  foreign key (organisation_id, invoicepayment_id) references invoicepayments (organisation_id, id),
  foreign key (organisation_id, credit_invoice_id) references invoices (organisation_id, id)
);
create index money_set_aside_customer on money_set_aside (organisation_id, customer_id);
create index money_set_aside_invoice on money_set_aside (organisation_id, invoice_id);
call protect_table('money_set_aside');

-- The owner is under row-level security too, and no single organisation is meant here.
do $$ declare name text; begin
  foreach name in array array['invoices', 'invoicepayments', 'allocations', 'money_set_aside',
    'organisationconfigs', 'transactions', 'accounttransactions'] loop
    execute format('alter table %I no force row level security', name);
  end loop;
end $$;

insert into money_set_aside (organisation_id, customer_id, purpose, invoice_id, invoicepayment_id, amount)
select p.organisation_id, p.customer_id, 'reserved', p.invoice_id, p.id, p.reserved_amount
from invoicepayments p join invoices d on d.id = p.invoice_id and d.redo_of_id is not null
  and d.invoice_status in ('draft', 'approved') and d.deleted_at is null
where p.reserved_amount > 0 and p.deleted_at is null and p.payment_status not in ('cancelled', 'failed');

-- Which invoice a refund was paid out of was not kept before: the newest that the payment named or lay
-- on stands for it, as it did in the rule that was used until now.
insert into money_set_aside (organisation_id, customer_id, purpose, invoice_id, invoicepayment_id, amount)
select p.organisation_id, p.customer_id, 'paid_back', i.id, p.id, p.refunded_amount
from invoicepayments p cross join lateral (
  select i.id from invoices i where i.customer_id = p.customer_id and i.organisation_id = p.organisation_id
    and i.invoice_status in ('invoiced', 'cleared', 'paid') and i.deleted_at is null
    and (i.id = p.invoice_id or exists (select from allocations a where a.invoice_id = i.id
      and a.invoicepayment_id = p.id))
  order by i.invoiced_at desc, i.id desc limit 1) i
where p.refunded_amount > 0 and p.deleted_at is null and p.payment_status not in ('cancelled', 'failed');

alter table invoicepayments drop column reserved_amount;

-- The settings that held when an invoice was sent stay its own.
alter table invoices
  add column sent_terms jsonb,
  add column stands_since date,
  add column held_date date,
  add column written_off numeric(14,2),
  add column ppd_granted_with_id bigint,
  add foreign key (organisation_id, ppd_granted_with_id) references invoicepayments (organisation_id, id);

create function setting_then(organisation bigint, wanted text, initial jsonb) returns jsonb
  language sql stable as $$
  select coalesce((select value from organisationconfigs where organisation_id = organisation
    and lower(name) = wanted and deleted_at is null), initial) $$;
update invoices i set
  stands_since = i.invoiced_date,
  held_date = case when i.is_held then least(i.due_date, i.modified_at::date) end,
  sent_terms = jsonb_build_object(
    'ppd_grace_working_days', setting_then(i.organisation_id, 'ppd_grace_working_days', '0'),
    'ppd_tolerance_cents', setting_then(i.organisation_id, 'ppd_tolerance_cents', '0'),
    'ppd_needs_old_balance', setting_then(i.organisation_id, 'ppd_needs_old_balance', 'true'),
    'late_fee_amount', setting_then(i.organisation_id, 'late_fee_amount', '"10.00"'),
    'late_fee_grace_days', setting_then(i.organisation_id, 'late_fee_grace_days', '2'),
    'late_fee_minimum', setting_then(i.organisation_id, 'late_fee_minimum', '"20.00"')),
  written_off = coalesce((select -sum(a.amount) from transactions t
    join accounttransactions a on a.transaction_id = t.id and a.account = 1100
    where t.invoice_id = i.id and t.event in ('write_off', 'write_off_reversed')), 0)
where i.invoiced_at is not null;
drop function setting_then;

do $$ declare name text; begin
  foreach name in array array['invoices', 'invoicepayments', 'allocations', 'money_set_aside',
    'organisationconfigs', 'transactions', 'accounttransactions'] loop
    execute format('alter table %I force row level security', name);
  end loop;
end $$;
