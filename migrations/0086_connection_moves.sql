-- A connection is won with the first contract that binds it, and lost where its last one ended and
-- none follows on. One row for each, so that three connections of one contract are three. Ids: two for
-- every place of a connection among those of its contract.
create view connectionmoves with (security_invoker = true) as
select k.id * 20000 + 2 * (select count(*) from contract_connections o
    where o.contract_id = c.contract_id and o.connection < c.connection) as id,
  k.organisation_id, k.version, k.created_at, k.modified_at, k.deleted_at,
  'won' as move, k.date_start as day, c.connection, k.id as contract_id, k.customer_id
from contracts k join contract_connections c on c.contract_id = k.id
where k.deleted_at is null and not exists (select from contract_connections e
  where e.organisation_id = c.organisation_id and e.connection = c.connection
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
    where e.organisation_id = c.organisation_id and e.connection = c.connection
      and lower(e.days) > lower(c.days));
