-- The figures of the office: what they add up, kept sums of days that are over, and what they open.

-- What is still to be decided about a discount, what a payment came to, what a proposal would bring.
alter table invoices add column discount_at_stake numeric(14,2) generated always as
  (case when ppd_state = 'open' and invoice_status in ('invoiced', 'cleared', 'paid')
    then undiscounted_total_this_period - discounted_total_this_period end) virtual;
alter table bills add column discount_at_stake numeric(14,2) generated always as
  (case when ppd_state = 'open' then undiscounted_bill_sum - discounted_bill_sum end) virtual;
alter table invoicepayments add column received_amount numeric(14,2) generated always as
  (case when payment_status in ('received', 'reconciled', 'partly_refunded', 'refunded')
    then amount_incl_gst - coalesce(refunded_amount, 0) else 0 end) virtual;
alter table proposals
  add column follow_up_date date,
  add column decided_at timestamp(3) with time zone,
  -- Our fee of the days that were priced, without GST, for a year of them.
  add column yearly_fee numeric(14,2) generated always as
    (round((pricing -> 'candidate' ->> 'service_fee')::numeric * 365
      / nullif((pricing ->> 'days')::numeric, 0)
      * 100 / (100 + coalesce(gst_percent, 15)), 2)) virtual;

-- When somebody said yes or no, whoever writes it down.
create function note_decision() returns trigger language plpgsql as $$
begin
  if new.proposal_status in ('won', 'lost') then
    if tg_op = 'INSERT' or old.proposal_status is distinct from new.proposal_status then
      new.decided_at := coalesce(new.decided_at, now());
    end if;
  else
    new.decided_at := null;
  end if;
  return new;
end $$;
create trigger note_decision before insert or update of proposal_status on proposals
  for each row execute function note_decision();
alter table proposals no force row level security;
update proposals set decided_at = modified_at where proposal_status in ('won', 'lost');
alter table proposals force row level security;

-- Everything a customer owes, invoices and adjustments in one list. Ids are twice those of the
-- documents, odd for adjustments.
create view openitems with (security_invoker = true) as
select i.id * 2 as id, i.organisation_id, i.version, i.created_at, i.modified_at, i.deleted_at,
  'invoice' as kind, i.invoice_number as number, i.customer_id, i.invoice_date as document_date,
  i.due_date, i.balance, i.is_held
from invoices i
where i.invoice_status = 'invoiced' and i.balance > 0 and i.deleted_at is null
union all
select d.id * 2 + 1, d.organisation_id, d.version, d.created_at, d.modified_at, d.deleted_at,
  'adjustment', d.adjustment_number, d.customer_id, d.adjustment_date, d.due_date, d.balance,
  d.is_held
from adjustments d
where d.adjustment_status = 'invoiced' and d.balance > 0 and d.deleted_at is null
  and d.customer_id is not null;

-- What is left of each sent invoice: its income of the outcome that stands, less what its bills
-- cost, without GST and late fees. While a discount is open it counts as taken.
create view invoicemargins with (security_invoker = true) as
select i.id, i.organisation_id, i.version, i.created_at, i.modified_at, i.deleted_at,
  i.invoice_number, i.customer_id, i.contract_id, i.supplier_id, i.invoiced_date, i.ppd_state,
  m.income::numeric(14,2) as income, m.cost::numeric(14,2) as cost,
  (m.income - m.cost)::numeric(14,2) as margin
from invoices i cross join lateral (
  select coalesce((select -sum(a.amount) from accounttransactions a
      where a.organisation_id = i.organisation_id and a.invoice_id = i.id
        and a.account in (4000, 4010, 4020, 4040, 5910)), 0)
      - case when i.ppd_state <> 'open' then 0
        when i.billing = 'split'
          then i.undiscounted_service_fee - i.discounted_service_fee
            - (i.gst_if_not - i.gst_if_discounted)
        else i.undiscounted_total_this_period - i.discounted_total_this_period
          - (i.gst_if_not - i.gst_if_discounted) end as income,
    coalesce((select sum(a.amount) from bills b join accounttransactions a
        on a.organisation_id = b.organisation_id and a.bill_id = b.id
          and a.account in (5000, 5900)
      where b.organisation_id = i.organisation_id and b.invoice_id = i.id
        and b.bill_status <> 'cancelled' and b.deleted_at is null), 0) as cost) m
where i.invoice_status in ('invoiced', 'cleared', 'paid') and i.deleted_at is null;

-- Open items and what waits, answered from the index alone.
create index invoices_open on invoices (organisation_id, due_date, id) include (balance, customer_id)
  where invoice_status = 'invoiced' and balance > 0 and deleted_at is null;
create index invoices_at_stake on invoices (organisation_id, discounted_date)
  include (ppd_state, invoice_status, undiscounted_total_this_period, discounted_total_this_period)
  where ppd_state = 'open' and deleted_at is null;
create index invoices_cleared on invoices (organisation_id, cleared_at)
  include (invoice_date, invoice_status) where cleared_at is not null and deleted_at is null;
create index invoices_sent on invoices (organisation_id, invoiced_date, id)
  where invoiced_date is not null and deleted_at is null;
create index adjustments_open on adjustments (organisation_id, due_date, id)
  include (balance, customer_id)
  where adjustment_status = 'invoiced' and balance > 0 and deleted_at is null;
create index customers_credit on customers (organisation_id, account_credit)
  where account_credit > 0 and deleted_at is null;
create index customers_frozen on customers (organisation_id)
  where debits_frozen_date is not null and deleted_at is null;
create index contracts_start on contracts (organisation_id, date_start) where deleted_at is null;
create index accounttransactions_day on accounttransactions (organisation_id, transaction_date)
  include (account, amount) where account >= 4000 and account <= 4030;
create index accounttransactions_discounts on accounttransactions (organisation_id, transaction_date)
  include (account, amount, transaction_id) where account in (1190, 5900);
create index invoicepayments_failed on invoicepayments (organisation_id, payment_date)
  where payment_status = 'failed' and deleted_at is null;

-- Sums of days that are over, by what they are sums of (source) and its parts (key).
create table daytotals (
  organisation_id bigint not null references organisations (id),
  source text not null check (source in ('books', 'received', 'margin', 'clearing', 'use')),
  day date not null,
  key text not null,
  amount numeric(20,6) not null,
  primary key (organisation_id, source, day, key)
);
call protect_table('daytotals');

-- Up to which day the sums of a source were made.
create table daytotal_marks (
  organisation_id bigint not null references organisations (id),
  source text not null check (source in ('books', 'received', 'margin', 'clearing', 'use')),
  closed_to date not null,
  primary key (organisation_id, source)
);
call protect_table('daytotal_marks');

-- A day that something was written into. Every writer adds a row of its own, so that nobody waits for
-- anybody; until the sums of the day are made again, it is added up live.
create table dirtydays (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  source text not null check (source in ('books', 'received', 'margin', 'clearing', 'use')),
  day date not null
);
create index dirtydays_of on dirtydays (organisation_id, source, day);
call protect_table('dirtydays');

create function dirty_books() returns trigger language plpgsql as $$
begin
  insert into dirtydays (organisation_id, source, day)
    select distinct organisation_id, 'books', transaction_date from added
    where account between 4000 and 4030 or account in (1190, 5900);
  insert into dirtydays (organisation_id, source, day)
    select distinct i.organisation_id, 'margin', i.invoiced_date
    from (select a.organisation_id, a.invoice_id from added a
        where a.account in (4000, 4010, 4020, 4040, 5910)
      union select a.organisation_id, b.invoice_id from added a
        join bills b on b.organisation_id = a.organisation_id and b.id = a.bill_id
        where a.account in (5000, 5900)) x
    join invoices i on i.organisation_id = x.organisation_id and i.id = x.invoice_id
    where i.invoiced_date is not null;
  return null;
end $$;
create trigger dirty_books after insert on accounttransactions
  referencing new table as added for each statement execute function dirty_books();

create function dirty_invoices() returns trigger language plpgsql as $$
begin
  insert into dirtydays (organisation_id, source, day)
    select distinct d.organisation_id, 'margin', d.day
    from before_it o join after_it n on n.id = o.id
    cross join lateral (values (o.organisation_id, o.invoiced_date),
      (n.organisation_id, n.invoiced_date)) d (organisation_id, day)
    where d.day is not null
      and (o.invoiced_date, o.invoice_status, o.ppd_state, o.deleted_at)
        is distinct from (n.invoiced_date, n.invoice_status, n.ppd_state, n.deleted_at);
  insert into dirtydays (organisation_id, source, day)
    select distinct d.organisation_id, 'clearing', (d.at at time zone 'Pacific/Auckland')::date
    from before_it o join after_it n on n.id = o.id
    cross join lateral (values (o.organisation_id, o.cleared_at),
      (n.organisation_id, n.cleared_at)) d (organisation_id, at)
    where d.at is not null
      and (o.cleared_at, o.invoice_status, o.invoice_date, o.deleted_at)
        is distinct from (n.cleared_at, n.invoice_status, n.invoice_date, n.deleted_at);
  return null;
end $$;
create trigger dirty_invoices after update on invoices
  referencing old table as before_it new table as after_it
  for each statement execute function dirty_invoices();
create function dirty_new_invoices() returns trigger language plpgsql as $$
begin
  insert into dirtydays (organisation_id, source, day)
    select distinct organisation_id, 'margin', invoiced_date from added
    where invoiced_date is not null;
  insert into dirtydays (organisation_id, source, day)
    select distinct organisation_id, 'clearing',
      (cleared_at at time zone 'Pacific/Auckland')::date from added
    where cleared_at is not null;
  return null;
end $$;
create trigger dirty_new_invoices after insert on invoices
  referencing new table as added for each statement execute function dirty_new_invoices();

create function dirty_cost() returns trigger language plpgsql as $$
begin
  insert into dirtydays (organisation_id, source, day)
    select distinct i.organisation_id, 'margin', i.invoiced_date
    from before_it o join after_it n on n.id = o.id
    join invoices i on i.organisation_id = n.organisation_id and i.id in (o.invoice_id, n.invoice_id)
    where i.invoiced_date is not null
      and (o.invoice_id, o.bill_status, o.deleted_at)
        is distinct from (n.invoice_id, n.bill_status, n.deleted_at);
  return null;
end $$;
create trigger dirty_cost after update on bills
  referencing old table as before_it new table as after_it
  for each statement execute function dirty_cost();

create function dirty_received() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into dirtydays (organisation_id, source, day)
      select distinct organisation_id, 'received', payment_date from after_it;
  else
    insert into dirtydays (organisation_id, source, day)
      select distinct d.organisation_id, 'received', d.day
      from before_it o join after_it n on n.id = o.id
      cross join lateral (values (o.organisation_id, o.payment_date),
        (n.organisation_id, n.payment_date)) d (organisation_id, day)
      where (o.payment_date, o.payment_status, o.amount_incl_gst, o.refunded_amount, o.deleted_at)
        is distinct from
        (n.payment_date, n.payment_status, n.amount_incl_gst, n.refunded_amount, n.deleted_at);
  end if;
  return null;
end $$;
create trigger dirty_new_received after insert on invoicepayments
  referencing new table as after_it for each statement execute function dirty_received();
create trigger dirty_received after update on invoicepayments
  referencing old table as before_it new table as after_it
  for each statement execute function dirty_received();

create function dirty_use() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into dirtydays (organisation_id, source, day)
      select distinct organisation_id, 'use', reading_date from after_it;
  else
    insert into dirtydays (organisation_id, source, day)
      select distinct d.organisation_id, 'use', d.day
      from before_it o join after_it n on n.id = o.id
      cross join lateral (values (o.organisation_id, o.reading_date),
        (n.organisation_id, n.reading_date)) d (organisation_id, day)
      where (o.reading_date, o.reading_energy, o.reading_latest_type, o.meter_id, o.deleted_at)
        is distinct from
        (n.reading_date, n.reading_energy, n.reading_latest_type, n.meter_id, n.deleted_at);
  end if;
  return null;
end $$;
create trigger dirty_new_use after insert on meterreadings
  referencing new table as after_it for each statement execute function dirty_use();
create trigger dirty_use after update on meterreadings
  referencing old table as before_it new table as after_it
  for each statement execute function dirty_use();
