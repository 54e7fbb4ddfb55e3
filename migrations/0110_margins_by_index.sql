-- The bills of an invoice are found by two indexes, its own and those of its contract. Asked in one
-- condition, and for deleted ones of the contract as well, PostgreSQL read every bill for each invoice.
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
  from (select o.id from bills o where o.organisation_id = i.organisation_id and o.invoice_id = i.id
      union select o.id from bills o where o.organisation_id = i.organisation_id
        and o.contract_id = i.contract_id and o.deleted_at is null
        and o.period_start <= i.period_end and o.period_end >= i.period_start) n
    join bills b on b.organisation_id = i.organisation_id and b.id = n.id
    cross join lateral borne_cost(b) p
  where p.invoice_id = i.id) c
where i.invoice_status in ('invoiced', 'cleared', 'paid') and i.deleted_at is null;

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
      and b.deleted_at is null
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
