-- The logs of calls and of security go month by month into parts of their own, so that what has had
-- its time is dropped at once instead of being deleted row by row.
create sequence request_logs_ids;
create sequence security_events_ids;

create procedure split_by_month(target text) language plpgsql as $$
declare
  old text := target || '_before';
  next_month date := (date_trunc('month', now()) + interval '1 month')::date;
begin
  execute format('select setval(%L, coalesce((select max(id) from %I), 0) + 1, false)', target || '_ids', target);
  execute format('alter table %I rename to %I', target, old);
  execute format('alter table %I alter column id drop identity, drop constraint %I', old, target || '_pkey');
  -- The names of its indexes are wanted for those of the whole.
  execute (select string_agg(format('alter index %I rename to %I', indexname, indexname || '_before'), ';')
    from pg_indexes where schemaname = 'public' and tablename = old);
  execute format('create table %I (like %I including defaults) partition by range (created_at)', target, old);
  execute format('alter table %I alter column id set default nextval(%L)', target, target || '_ids');
  execute format('alter table %I add primary key (id, created_at)', target);
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', target, old, next_month);
  -- What belongs to no month yet, after a restore for example.
  execute format('create table %I partition of %I default', target || '_rest', target);
end $$;
call split_by_month('request_logs');
call split_by_month('security_events');
drop procedure split_by_month(text);

create index request_logs_time on request_logs (created_at);
create index request_logs_request on request_logs (request_id);
create index security_events_user on security_events (user_id, created_at desc);
create index security_events_time on security_events (created_at);

comment on table request_logs is 'append-only: every call, without its secrets';
comment on table security_events is 'append-only: sign-ins, refusals and changes of access';
comment on table request_logs_before is 'append-only: a part of request_logs';
comment on table request_logs_rest is 'append-only: a part of request_logs';
comment on table security_events_before is 'append-only: a part of security_events';
comment on table security_events_rest is 'append-only: a part of security_events';

-- Makes the parts of this month and the next, and drops those that are older than asked for. The server
-- may not change tables: it may only call this, and not for the last thirty days.
create function keep_logs(target text, today date, days integer) returns integer
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
