-- What a customer owes, or is given, without an invoice: numbered, carried by pages, paid and aged like one.
create table adjustments (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  adjustment_number text collate "en-x-icu" not null,
  adjustment_status text not null check (adjustment_status in ('invoiced', 'cleared', 'paid', 'cancelled')),
  customer_id bigint not null,
  kind text not null check (kind in ('opening_balance', 'goodwill', 'correction', 'returned_refund')),
  side text not null check (side in ('debit', 'credit')),
  amount numeric(14,2) not null check (amount > 0),
  with_gst boolean not null default false,
  gst_percent numeric(9,4),
  gst_amount numeric(14,2),
  reason text collate "en-x-icu" not null,
  adjustment_date date not null,
  due_date date,
  invoiced_at timestamp(3) with time zone,
  balance numeric(14,2),
  credit_left numeric(14,2),
  written_off numeric(14,2),
  is_held boolean not null default false,
  hold_reason text,
  held_date date,
  cleared_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(adjustment_number, '') || ' ' || coalesce(reason, ''))) stored,
  unique (organisation_id, id),
  -- What is owed is due on some day; a credit asks for nothing.
  check ((side = 'debit') = (due_date is not null)),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id)
);
create unique index adjustments_adjustment_number_unique on adjustments (organisation_id, lower(adjustment_number));
create index adjustments_list on adjustments (organisation_id, created_at desc, id desc) where deleted_at is null;
create index adjustments_customer on adjustments (organisation_id, customer_id);
create index adjustments_search on adjustments using gin (search_text gin_trgm_ops);
call protect_table('adjustments');
call count_changes('adjustments');

create or replace function start_series(series_name text) returns void language sql as $$
  insert into series (organisation_id, name, prefix, next_value)
  select scope_organisation(), series_name, prefix, 1001
  from (values ('contract_number', 'K-'), ('proposal_number', 'P-'), ('invoice_number', 'INV-'),
    ('adjustment_number', 'ADJ-')) starts (name, prefix)
  where name = series_name and scope_organisation() is not null
  on conflict do nothing
$$;

-- Money lies on invoices and on adjustments, and both can be where credit comes from.
alter table allocations
  alter column invoice_id drop not null,
  add column adjustment_id bigint,
  add column credit_adjustment_id bigint,
  drop constraint allocations_check,
  add check (num_nonnulls(invoice_id, adjustment_id) = 1),
  add check (num_nonnulls(invoicepayment_id, credit_invoice_id, credit_adjustment_id) = 1),
  add foreign key (organisation_id, adjustment_id) references adjustments (organisation_id, id),
  add foreign key (organisation_id, credit_adjustment_id) references adjustments (organisation_id, id);
create index allocations_adjustment on allocations (organisation_id, adjustment_id)
  where adjustment_id is not null;
create index allocations_credit_adjustment on allocations (organisation_id, credit_adjustment_id)
  where credit_adjustment_id is not null;

alter table money_set_aside
  add column adjustment_id bigint,
  add column credit_adjustment_id bigint,
  drop constraint money_set_aside_check,
  drop constraint money_set_aside_check1,
  add check (num_nonnulls(invoice_id, adjustment_id) = case purpose when 'waiting' then 0 else 1 end),
  add check (num_nonnulls(invoicepayment_id, credit_invoice_id, credit_adjustment_id) = 1),
  add foreign key (organisation_id, adjustment_id) references adjustments (organisation_id, id),
  add foreign key (organisation_id, credit_adjustment_id) references adjustments (organisation_id, id);

alter table invoicepayments
  add column adjustment_id bigint,
  add foreign key (organisation_id, adjustment_id) references adjustments (organisation_id, id);

alter table transactions
  add column adjustment_id bigint,
  add foreign key (organisation_id, adjustment_id) references adjustments (organisation_id, id);
create index transactions_adjustment on transactions (organisation_id, adjustment_id, id)
  where adjustment_id is not null;

alter table accounttransactions
  add column adjustment_id bigint,
  add foreign key (organisation_id, adjustment_id) references adjustments (organisation_id, id);
create index accounttransactions_adjustment on accounttransactions (organisation_id, adjustment_id, account)
  where adjustment_id is not null;

-- Entries by hand about a customer's account stood on no page and paid nothing. Each that still stands is
-- taken back and booked anew under an adjustment; it is due today, since nobody was asked for it before.
create function carry_over(entry transactions, today date) returns void language plpgsql as $$
declare
  net numeric := (select coalesce(sum(amount), 0) from accounttransactions
    where transaction_id = entry.id and account in (1100, 2100));
  tax numeric := abs((select coalesce(sum(amount), 0) from accounttransactions
    where transaction_id = entry.id and account = 2300));
  others numeric := (select coalesce(sum(amount) filter (where amount > 0), 0) from accounttransactions
    where transaction_id = entry.id and account not in (1100, 2100));
  words text := coalesce(nullif(entry.reason, ''), 'Booked by hand');
  document adjustments;
  booked transactions;
begin
  if net <> 0 then
    insert into adjustments (organisation_id, adjustment_number, adjustment_status, customer_id, kind, side,
      amount, with_gst, gst_percent, gst_amount, reason, adjustment_date, due_date, invoiced_at, balance,
      credit_left, written_off, cleared_at)
    values (entry.organisation_id, next_number('adjustment_number'),
      case when net > 0 then 'invoiced' else 'paid' end, entry.customer_id, 'correction',
      case when net > 0 then 'debit' else 'credit' end, abs(net), tax > 0,
      case when tax > 0 then 15 end, tax, words, today, case when net > 0 then today end, now(),
      greatest(net, 0), greatest(-net, 0), 0, case when net < 0 then now() end)
    returning * into document;
    insert into history (organisation_id, object_class, object_id, action, object_version, reason,
      actor_name, source, request_id, customer_id)
    values (entry.organisation_id, 'adjustment', document.id, 'create', 1,
      'Carried over from entry ' || entry.id || ', which was booked by hand.', 'Switchboard', 'system',
      'migration', entry.customer_id);
  end if;
  insert into transactions (organisation_id, event, transaction_date, amount, customer_id, supplier_id,
    reverses_id, reason, actor_name, source, request_id)
  values (entry.organisation_id, 'manual_reversed', today, entry.amount, entry.customer_id,
    entry.supplier_id, entry.id,
    'Carried over into ' || coalesce(document.adjustment_number, 'an entry without the customer’s account') || '.',
    'Switchboard', 'system', 'migration')
  returning * into booked;
  insert into accounttransactions (organisation_id, transaction_id, account, amount, transaction_date,
    customer_id, supplier_id)
  select organisation_id, booked.id, account, -amount, today, customer_id, supplier_id
  from accounttransactions where transaction_id = entry.id order by id;
  -- One that only moved money between what is owed and credit comes to nothing, and so is not booked again.
  if net = 0 and not exists (select from accounttransactions
    where transaction_id = entry.id and account not in (1100, 2100)) then return; end if;
  insert into transactions (organisation_id, event, transaction_date, amount, customer_id, supplier_id,
    adjustment_id, reason, actor_name, source, request_id)
  values (entry.organisation_id, case when net = 0 then 'manual' else 'correction' end, today,
    others + greatest(net, 0), entry.customer_id, entry.supplier_id, document.id, words, 'Switchboard', 'system', 'migration')
  returning * into booked;
  insert into accounttransactions (organisation_id, transaction_id, account, amount, transaction_date,
    customer_id, supplier_id, adjustment_id)
  select entry.organisation_id, booked.id, x.account, x.amount, today, entry.customer_id, entry.supplier_id,
    document.id
  from (select case when net > 0 then 1100 else 2100 end as account, net as amount where net <> 0
    union all select account, amount from accounttransactions
    where transaction_id = entry.id and account not in (1100, 2100)) x;
end $$;

do $$
declare
  today date := (now() at time zone 'Pacific/Auckland')::date;
  broker bigint;
  entry transactions;
begin
  for broker in select id from organisations order by id loop
    perform set_config('app.organisation_id', broker::text, true);
    for entry in select t.* from transactions t
      where t.organisation_id = broker and t.event = 'manual' and t.customer_id is not null
        and not exists (select from transactions r where r.reverses_id = t.id)
        and exists (select from accounttransactions a where a.transaction_id = t.id and a.account in (1100, 2100))
      order by t.id
    loop
      perform carry_over(entry, today);
    end loop;
    update customers c set account_credit = coalesce(b.credit, 0)
    from (select a.customer_id, -sum(a.amount) filter (where a.account = 2100) as credit
      from accounttransactions a where a.organisation_id = broker
      group by a.customer_id) b
    where c.id = b.customer_id and c.organisation_id = broker
      and exists (select from transactions t where t.customer_id = c.id and t.event = 'manual_reversed')
      and c.account_credit is distinct from coalesce(b.credit, 0);
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;
drop function carry_over;
