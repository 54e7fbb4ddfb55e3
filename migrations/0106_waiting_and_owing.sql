-- Whoever waits for a place is looked for every minute. With ids alone to go by, PostgreSQL walked
-- along the key of the table instead, past every customer there is: no other index has this order.
drop index customers_to_locate;
create index customers_to_locate on customers (organisation_id, created_at, id)
  where deleted_at is null and location_source is distinct from 'manual'
    and located_line is distinct from address_line;
drop index meters_to_locate;
create index meters_to_locate on meters (organisation_id, created_at, id)
  where deleted_at is null and location_source is distinct from 'manual'
    and located_line is distinct from address_line;

-- Who owes is counted on every dashboard. A comparison of amounts is not leakproof: row-level security
-- keeps it from being the condition of an index, and every customer there is was read.
create index customers_owing on customers (organisation_id) include (balance_overdue)
  where deleted_at is null and balance_overdue > 0;

-- The report of what is owed asks who has credit, customers that were deleted among them, and read
-- every customer; the dashboard asks the same of those that are there.
drop index customers_credit;
create index customers_credit on customers (organisation_id, account_credit) include (deleted_at)
  where account_credit <> 0;
