-- How often the rows of a table have changed, for each organisation: a server that keeps the total of a
-- list asks for this number and counts again when it has grown. It grows with the commit that makes the
-- change, whoever makes it, and stays where that is undone.
--
-- The number is the sum of several rows. A writer takes one that nobody else holds and adds one if all
-- are held, so that no writer ever waits for another; there are as many as once wrote at a time.
create table row_versions (
  id bigint generated always as identity primary key,
  -- 0 for rows of the platform, and for whoever writes past row-level security.
  organisation_id bigint not null,
  table_name text not null,
  changes bigint not null default 1
) with (fillfactor = 50);
create index row_versions_of on row_versions (organisation_id, table_name);

-- Row-level security lets nobody write rows of another organisation than the one that is set.
create function count_row_change() returns trigger language plpgsql as $$
declare
  whose bigint := coalesce(case when tg_argv[0] = 'organisation' then scope_organisation() end, 0);
begin
  update row_versions set changes = changes + 1 where id = (
    select id from row_versions where organisation_id = whose and table_name = tg_table_name
    limit 1 for update skip locked
  );
  if not found then
    insert into row_versions (organisation_id, table_name) values (whose, tg_table_name);
  end if;
  return null;
end $$;

-- Called once for the table of every entity, after protect_table().
create procedure count_changes(target text) language plpgsql as $$
declare
  whose text := (select case when relrowsecurity then 'organisation' else 'platform' end
    from pg_class where oid = format('public.%I', target)::regclass);
begin
  execute format('create trigger row_version after insert or update or delete or truncate on %I
    for each statement execute function count_row_change(%L)', target, whose);
end $$;

-- What can be deleted and restored under a version is a row of an entity.
do $$
declare
  target text;
begin
  for target in
    select c.table_name from information_schema.columns c
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and c.column_name in ('version', 'deleted_at')
    group by c.table_name having count(*) = 2
    order by c.table_name
  loop
    call count_changes(target);
  end loop;
end $$;
