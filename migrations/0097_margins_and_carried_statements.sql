-- With whose payment a statement left that was carried: what comes back later takes that along again.
alter table commissionstatements add column left_with_id bigint;
alter table commissionstatements add constraint commissionstatements_left_with
  foreign key (organisation_id, left_with_id)
  references commissionstatements (organisation_id, id);
create index commissionstatements_left on commissionstatements (organisation_id, left_with_id)
  where left_with_id is not null;

alter table commissionstatements no force row level security;
with recursive brought as (
  select s.id, s.settled_by_id as payer, s.payment_date from commissionstatements s
    where s.to_pay = 0 and s.statement_status = 'paid' and s.settled_by_id is not null
  union all select b.id, p.settled_by_id, b.payment_date
    from brought b join commissionstatements p on p.id = b.payer
    where p.settled_by_id is not null)
update commissionstatements s set left_with_id = p.id
from brought b join commissionstatements p on p.id = b.payer
where s.id = b.id and p.to_pay > 0 and p.payment_date = b.payment_date;
alter table commissionstatements force row level security;

-- What is left of an invoice, by the rule of the margin report: a bill of several invoices is borne by
-- days, an invoice without any is not costed, and a discount that is open counts as taken.

-- What its discount takes off our own income, without GST.
create function own_discount(i invoices) returns numeric language sql immutable as $$
  select coalesce(case when i.billing = 'split'
      then i.undiscounted_service_fee - i.discounted_service_fee
    else i.undiscounted_total_this_period - i.discounted_total_this_period end
    - (i.gst_if_not - i.gst_if_discounted), 0)
$$;

-- Sent invoices that a bill covers days of, and the one it was captured with.
create function invoices_of_bill(b bills) returns setof invoices language sql stable as $$
  select i.* from invoices i where i.organisation_id = b.organisation_id
    and i.invoiced_date is not null and (i.id = b.invoice_id or i.contract_id = b.contract_id
      and i.period_start <= b.period_end and i.period_end >= b.period_start)
$$;

-- Who bears what of a bill's cost, to the cent by the largest remainder. An invoice with a bill of its
-- own bears no other's; where none shares a day with it, the one it was captured with bears it whole.
create function borne_cost(b bills) returns table (invoice_id bigint, cost numeric)
language sql stable as $$
  with booked as (select sum(a.amount) as cost from accounttransactions a
      where a.organisation_id = b.organisation_id and a.bill_id = b.id and a.account in (5000, 5900)),
    bearing as (select i.id, greatest(0, coalesce(least(i.period_end, b.period_end)
          - greatest(i.period_start, b.period_start) + 1, 0)) as days
      from invoices_of_bill(b) i
      where i.invoice_status in ('invoiced', 'cleared', 'paid') and i.deleted_at is null
        and (i.id = b.invoice_id or not exists (select from bills o
          where o.organisation_id = i.organisation_id and o.invoice_id = i.id
            and o.deleted_at is null))),
    weighed as (select w.id, w.days, sum(w.days) over () as all_days, abs(c.cost) * 100 as size
      from bearing w cross join booked c where w.days > 0 and c.cost <> 0),
    parts as (select w.id, floor(w.size * w.days / w.all_days) as whole,
        mod(w.size * w.days, w.all_days) as rest, w.size from weighed w),
    placed as (select p.id, p.whole, p.size - sum(p.whole) over () as left_over,
        row_number() over (order by p.rest desc, p.id) as place from parts p)
  select p.id, sign(c.cost) * (p.whole + case when p.place <= p.left_over then 1 else 0 end) / 100
  from placed p cross join booked c
  union all select w.id, c.cost from bearing w cross join booked c
  where w.id = b.invoice_id and c.cost <> 0 and not exists (select from weighed)
$$;

create or replace view invoicemargins with (security_invoker = true) as
select i.id, i.organisation_id, i.version, i.created_at, i.modified_at, i.deleted_at,
  i.invoice_number, i.customer_id, i.contract_id, i.supplier_id, i.invoiced_date, i.ppd_state,
  (case when c.is_costed then m.income end)::numeric(14,2) as income,
  (case when c.is_costed then c.cost end)::numeric(14,2) as cost,
  (case when c.is_costed then m.income - c.cost end)::numeric(14,2) as margin,
  (case when c.is_costed then 0 else m.income end)::numeric(14,2) as not_costed
from invoices i cross join lateral (
  select coalesce((select -sum(a.amount) from accounttransactions a
      where a.organisation_id = i.organisation_id and a.invoice_id = i.id
        and a.account in (4000, 4010, 4020, 4040, 5910)), 0)
      - case when i.ppd_state = 'open' then own_discount(i) else 0 end as income) m
cross join lateral (
  -- In split billing the fee is ours alone: there is no cost to wait for.
  select coalesce(sum(p.cost), 0) as cost, i.billing = 'split' or count(p.cost) > 0 as is_costed
  from bills b cross join lateral borne_cost(b) p
  where b.organisation_id = i.organisation_id and p.invoice_id = i.id
    and (b.invoice_id = i.id or b.contract_id = i.contract_id
      and b.period_start <= i.period_end and b.period_end >= i.period_start)) c
where i.invoice_status in ('invoiced', 'cleared', 'paid') and i.deleted_at is null;

-- A bill is noted on the days of every invoice that may bear it, and so is an invoice that is sent or
-- is no longer: others bear more or less then.
create or replace function dirty_books() returns trigger language plpgsql as $$
begin
  insert into dirtydays (organisation_id, source, day)
    select distinct organisation_id, 'books', transaction_date from added
    where account between 4000 and 4030 or account in (1190, 5900);
  insert into dirtydays (organisation_id, source, day)
    select distinct i.organisation_id, 'margin', i.invoiced_date
    from added a
    join invoices i on i.organisation_id = a.organisation_id and i.id = a.invoice_id
    where a.account in (4000, 4010, 4020, 4040, 5910) and i.invoiced_date is not null
    union select i.organisation_id, 'margin', i.invoiced_date
    from added a
    join bills b on b.organisation_id = a.organisation_id and b.id = a.bill_id
    cross join lateral invoices_of_bill(b) i
    where a.account in (5000, 5900);
  return null;
end $$;

create or replace function dirty_invoices() returns trigger language plpgsql as $$
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
    select distinct i.organisation_id, 'margin', i.invoiced_date
    from before_it o join after_it n on n.id = o.id
    join bills b on b.organisation_id = n.organisation_id and b.contract_id = n.contract_id
      and b.period_start <= n.period_end and b.period_end >= n.period_start
    cross join lateral invoices_of_bill(b) i
    where (o.invoice_status in ('invoiced', 'cleared', 'paid'), o.deleted_at)
        is distinct from (n.invoice_status in ('invoiced', 'cleared', 'paid'), n.deleted_at);
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

create or replace function dirty_cost() returns trigger language plpgsql as $$
begin
  insert into dirtydays (organisation_id, source, day)
    select i.organisation_id, 'margin', i.invoiced_date
    from before_it o join after_it n on n.id = o.id
    join bills b on b.organisation_id = n.organisation_id and b.id = n.id
    cross join lateral invoices_of_bill(b) i
    where (o.invoice_id, o.contract_id, o.bill_status, o.deleted_at)
        is distinct from (n.invoice_id, n.contract_id, n.bill_status, n.deleted_at)
      or (o.period_start, o.period_end) is distinct from (n.period_start, n.period_end)
    union select i.organisation_id, 'margin', i.invoiced_date
    from before_it o join after_it n on n.id = o.id
    join invoices i on i.organisation_id = o.organisation_id and i.id = o.invoice_id
    where o.invoice_id is distinct from n.invoice_id and i.invoiced_date is not null;
  return null;
end $$;

-- The sums of before were by another rule: they are made anew, and added up live until then.
alter table daytotals no force row level security;
alter table daytotal_marks no force row level security;
delete from daytotals where source = 'margin';
delete from daytotal_marks where source = 'margin';
alter table daytotals force row level security;
alter table daytotal_marks force row level security;
