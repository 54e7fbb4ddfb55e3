-- Whether another contract binds a connection is asked for thousands of them at once. The exclusion's own index
-- answers ten times as slowly as this one, and PostgreSQL thinks it the cheaper: it cannot answer in this collation.
create index contract_connections_bound on contract_connections (organisation_id, connection collate "C")
  include (days);
drop index contract_connections_connection;

create or replace view connectionmoves with (security_invoker = true) as
select k.id * 20000 + 2 * (select count(*) from contract_connections o
    where o.contract_id = c.contract_id and o.connection < c.connection) as id,
  k.organisation_id, k.version, k.created_at, k.modified_at, k.deleted_at,
  'won' as move, k.date_start as day, c.connection, k.id as contract_id, k.customer_id
from contracts k join contract_connections c on c.contract_id = k.id
where k.deleted_at is null and not exists (select from contract_connections e
  where e.organisation_id = c.organisation_id and e.connection collate "C" = c.connection
    and lower(e.days) < lower(c.days))
union all
select k.id * 20000 + 2 * (select count(*) from contract_connections o
    where o.contract_id = c.contract_id and o.connection < c.connection) + 1,
  k.organisation_id, k.version, k.created_at, k.modified_at, k.deleted_at,
  'lost', k.date_end, c.connection, k.id, k.customer_id
from contracts k join contract_connections c on c.contract_id = k.id
where k.deleted_at is null and k.date_end is not null
  and not (k.contract_status = 'active' and k.is_open_plan)
  and not exists (select from contract_connections e
    where e.organisation_id = c.organisation_id and e.connection collate "C" = c.connection
      and lower(e.days) > lower(c.days));

-- The oldest day that a contract is billed to is asked for by every Home, whoever has how many contracts.
create index contracts_billed on contracts (organisation_id, billed_to_date) include (customer_id)
  where contract_status = 'active' and deleted_at is null;

-- How many threads are open, and how many of them wait since when, is answered from the index alone.
create index threads_waiting on threads (organisation_id, state, waiting_since) where deleted_at is null;
