-- The use of a day is what was taken from the network, as the report of use counts it: what is put back
-- is none, and neither is a reading with a problem or of a register that is gone.
create or replace function dirty_use() returns trigger language plpgsql as $$
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
      where (o.reading_date, o.period_start, o.reading_quantity, o.reading_energy,
          o.reading_latest_type, o.problem, o.meterregister_id, o.deleted_at)
        is distinct from
        (n.reading_date, n.period_start, n.reading_quantity, n.reading_energy,
          n.reading_latest_type, n.problem, n.meterregister_id, n.deleted_at);
  end if;
  return null;
end $$;

-- Which way a register counts, and what its meter measures, are of all its readings.
create function dirty_use_of_meters() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'meters' then
    insert into dirtydays (organisation_id, source, day)
      select distinct r.organisation_id, 'use', r.reading_date
      from before_it o join after_it n on n.id = o.id
      join meterreadings r on r.organisation_id = n.organisation_id and r.meter_id = n.id
        and r.deleted_at is null
      where (o.icp_type, o.deleted_at) is distinct from (n.icp_type, n.deleted_at);
  else
    insert into dirtydays (organisation_id, source, day)
      select distinct r.organisation_id, 'use', r.reading_date
      from before_it o join after_it n on n.id = o.id
      join meterreadings r on r.organisation_id = n.organisation_id and r.meterregister_id = n.id
        and r.deleted_at is null
      where (o.flow, o.meter_id, o.deleted_at) is distinct from (n.flow, n.meter_id, n.deleted_at);
  end if;
  return null;
end $$;
create trigger dirty_use after update on meters
  referencing old table as before_it new table as after_it
  for each statement execute function dirty_use_of_meters();
create trigger dirty_use after update on meterregisters
  referencing old table as before_it new table as after_it
  for each statement execute function dirty_use_of_meters();

-- Days that had more in them are added up anew.
alter table meterreadings no force row level security;
alter table meterregisters no force row level security;
alter table meters no force row level security;
alter table dirtydays no force row level security;
insert into dirtydays (organisation_id, source, day)
  select distinct r.organisation_id, 'use', r.reading_date
  from meterreadings r
  join meterregisters g on g.organisation_id = r.organisation_id and g.id = r.meterregister_id
  join meters m on m.organisation_id = g.organisation_id and m.id = g.meter_id
  where r.deleted_at is null and r.reading_energy is not null
    and r.reading_latest_type <> 'misread'
    and (g.flow = 'I' or g.deleted_at is not null or m.deleted_at is not null
      or coalesce(m.icp_type, 'electricity') not in ('electricity', 'gas')
      or r.problem is not null or r.reading_quantity is null or r.reading_latest_type = 'opening'
      or (r.period_start <= r.reading_date) is not true);
alter table dirtydays force row level security;
alter table meters force row level security;
alter table meterregisters force row level security;
alter table meterreadings force row level security;
