-- What we collect for a supplier is the supplier's: it moves from an income account (4900) to a
-- liability (2500). The owner is under row-level security too, and no single organisation is meant here.
--
-- The books are only added to, and a trigger keeps it so. Here the number of an account changes, not
-- what was booked: the same lines of the same entries with the same amounts and days. Booking them
-- back and anew would double every entry of split billing, in periods that are closed. So the guard
-- is set aside for this one statement; this transaction holds the table, nobody else can write meanwhile.
alter table accounttransactions no force row level security;
alter table accounttransactions disable trigger keep_the_books;
update accounttransactions set account = 2500 where account = 4900;
alter table accounttransactions enable trigger keep_the_books;
alter table accounttransactions force row level security;
-- Entries by hand that wait for a colleague name the same account.
alter table manualentries no force row level security;
update manualentries set lines = (
    select jsonb_agg(case when (line ->> 'account')::int = 4900
      then line || '{"account": 2500}' else line end order by place)
    from jsonb_array_elements(lines) with ordinality x (line, place))
  where jsonb_typeof(lines) = 'array' and lines @> '[{"account": 4900}]';
alter table manualentries force row level security;

alter table bills
  -- Our cost, money of the supplier's that we collect, or something the customer pays to the supplier.
  add column booked_as text check (booked_as in ('cost', 'passed_on', 'information')),
  -- What the supplier asks from before and our books do not know, and what we say to it.
  add column supplier_difference numeric(14,2),
  add column difference_status text check (difference_status in ('accepted', 'disputed')),
  add column acknowledged jsonb;
alter table bills no force row level security;
-- All bills were booked as our cost until now.
update bills set booked_as = 'cost'
  where bill_status in ('approved', 'invoiced', 'paid', 'cleared', 'cancelled', 'refunded');
alter table bills force row level security;

-- The difference is passed on with the invoice; those from before have none.
alter table invoices add column supplier_difference numeric(14,2) default 0;
alter table invoices alter column supplier_difference drop default;
