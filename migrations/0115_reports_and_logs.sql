-- How the nightly look at the books went is told beside trial restores.
alter table upkeep_reports drop constraint upkeep_reports_kind_check;
alter table upkeep_reports add constraint upkeep_reports_kind_check
  check (kind in ('drill', 'rotation', 'books'));

-- Parts of the logs go by the day the caller names, which is the server's clock. The server's own role may
-- not name one that is far ahead, which would take every part at once; only the owner may, on trial.
create or replace function keep_logs(target text, today date, days integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first date;
  part record;
  dropped integer := 0;
  deleted integer;
begin
  if target not in ('request_logs', 'security_events') or days < 30 then
    raise exception 'These are not kept by this.' using errcode = 'check_violation';
  end if;
  if today > current_date + 2 and session_user <> current_user then
    raise exception 'That day has not come.' using errcode = 'check_violation';
  end if;
  for ahead in 0..1 loop
    first := (date_trunc('month', today) + make_interval(months => ahead))::date;
    begin
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        format('%s_%s', target, to_char(first, 'YYYY_MM')), target, first, (first + interval '1 month')::date);
      execute format('comment on table %I is %L',
        format('%s_%s', target, to_char(first, 'YYYY_MM')), 'append-only: a part of ' || target);
    exception
      -- It is there, its days lie in an older part, or some of its rows came before it.
      when duplicate_table or invalid_object_definition or check_violation then null;
    end;
  end loop;
  for part in select c.relname as name,
      (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = target::regclass loop
    continue when part.ends is null or part.ends > today - days;
    execute format('drop table %I', part.name);
    dropped := dropped + 1;
  end loop;
  execute format('delete from %I where created_at < $1', target || '_rest') using (today - days)::timestamptz;
  get diagnostics deleted = row_count;
  return dropped + deleted;
end $$;
revoke execute on function keep_logs(text, date, integer) from public;
