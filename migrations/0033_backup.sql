-- Who makes backups reads every organisation's rows. The role cannot sign in; the owner becomes it for
-- the length of one backup and is otherwise under row-level security like everybody else.
do $$ begin
  create role app_backup nologin;
exception when duplicate_object then null;
end $$;

grant usage on schema public to app_backup;
grant select on all tables in schema public to app_backup;
-- Of tables that are still to come, the queue's included.
alter default privileges grant select on tables to app_backup;
alter default privileges grant usage on schemas to app_backup;
do $$ begin
  if to_regnamespace('pgboss') is not null then
    grant usage on schema pgboss to app_backup;
    grant select on all tables in schema pgboss to app_backup;
  end if;
end $$;

create or replace procedure protect_table(target text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', target);
  execute format('alter table %I force row level security', target);
  execute format($policy$create policy organisation_scope on %I
    using (organisation_id = (select scope_organisation()))
    with check (organisation_id = (select scope_organisation()))
    $policy$, target);
  execute format('grant select on %I to app_search', target);
  execute format('create policy search_scope on %I for select to app_search using (true)', target);
  execute format('create policy backup_scope on %I for select to app_backup using (true)', target);
end $$;

do $$
declare
  target text;
begin
  for target in
    select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity
  loop
    execute format('create policy backup_scope on %I for select to app_backup using (true)', target);
  end loop;
end $$;
