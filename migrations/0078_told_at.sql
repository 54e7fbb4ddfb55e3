-- What comes with the books of another system, or of the demonstration, happened on days of its own. Where
-- a transaction says when it happens (app.told_at), rows and their history are dated by that; elsewhere
-- by the database's clock as before. Whoever may insert a row could always name its day.
create function told_now() returns timestamp with time zone language sql stable parallel safe
  return coalesce(nullif(current_setting('app.told_at', true), '')::timestamp with time zone, now());
create function told_clock() returns timestamp with time zone language sql volatile parallel safe
  return coalesce(nullif(current_setting('app.told_at', true), '')::timestamp with time zone,
    clock_timestamp());

do $$
declare
  dated record;
begin
  for dated in
    select c.table_name, c.column_name, c.column_default from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.column_name in ('created_at', 'modified_at')
      and c.column_default in ('now()', 'clock_timestamp()')
      -- What was asked of the server, and what it noticed, is never told afterwards.
      and c.table_name !~ '^(request_logs|security_events|idempotency_keys|signing_keys|webhook_outbox)'
  loop
    execute format('alter table %I alter column %I set default %s()', dated.table_name,
      dated.column_name,
      case dated.column_default when 'now()' then 'told_now' else 'told_clock' end);
  end loop;
end $$;
