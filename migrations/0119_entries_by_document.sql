-- The entries of a document are found by the document. In books that PostgreSQL has not looked at yet, thousands
-- of invoices sent in one go were each looked for among all that were sent, by the kind of the entry: an event
-- that is no plain column cannot be.
create or replace function dirty_books() returns trigger language plpgsql as $$
begin
  insert into dirtydays (organisation_id, source, day)
    select distinct organisation_id, 'books', transaction_date from added
    where account between 4000 and 4030 or account in (1190, 5900);
  insert into dirtydays (organisation_id, source, day)
    select distinct organisation_id, 'standing', transaction_date from added
    where account in (1100, 1210, 2000, 2100);
  insert into dirtydays (organisation_id, source, day)
    select distinct o.organisation_id, 'given', o.transaction_date
    from added a
    join transactions t on t.organisation_id = a.organisation_id and t.id = a.transaction_id
    join transactions o on o.organisation_id = t.organisation_id and o.invoice_id = t.invoice_id
      and o.event || '' = 'invoice_sent'
    where a.account = 1190;
  insert into dirtydays (organisation_id, source, day)
    select distinct o.organisation_id, 'kept', o.transaction_date
    from added a
    join transactions t on t.organisation_id = a.organisation_id and t.id = a.transaction_id
      and t.event || '' in ('bill_approved', 'bill_approved_reversed',
        'bill_discount_lost', 'bill_discount_lost_reversed')
    join transactions o on o.organisation_id = a.organisation_id
      and o.bill_id = coalesce(a.bill_id, t.bill_id) and o.event || '' = 'bill_approved'
    where a.account = 2000;
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

create or replace function dirty_outcomes() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'invoices' then
    insert into dirtydays (organisation_id, source, day)
      select distinct t.organisation_id, 'given', t.transaction_date
      from before_it o join after_it n on n.id = o.id
      join transactions t on t.organisation_id = n.organisation_id and t.invoice_id = n.id
        and t.event || '' = 'invoice_sent'
      where (o.ppd_state = 'granted') is distinct from (n.ppd_state = 'granted');
  else
    insert into dirtydays (organisation_id, source, day)
      select distinct t.organisation_id, 'kept', t.transaction_date
      from before_it o join after_it n on n.id = o.id
      join transactions t on t.organisation_id = n.organisation_id and t.bill_id = n.id
        and t.event || '' = 'bill_approved'
      where (o.ppd_state, o.booked_as, o.undiscounted_bill_sum, o.discounted_bill_sum)
        is distinct from
        (n.ppd_state, n.booked_as, n.undiscounted_bill_sum, n.discounted_bill_sum);
  end if;
  return null;
end $$;
