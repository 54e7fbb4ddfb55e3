-- What happens here is told to the broker's own systems: who wants to hear what, what is still to be
-- told, and what became of each telling.
create table webhooks (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  url text not null,
  events text[] not null,
  is_active boolean not null default true,
  -- Since when every telling has failed; nothing while they arrive.
  failing_since timestamp(3) with time zone,
  switched_off_at timestamp(3) with time zone,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  unique (organisation_id, id)
);
create unique index webhooks_name_unique on webhooks (organisation_id, lower(name))
  where deleted_at is null;
call protect_table('webhooks');

-- Two hold side by side while the receiver changes over.
create table webhook_secrets (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  webhook_id bigint not null,
  secret text not null check (secret like '%|v1.%'),
  created_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone,
  foreign key (organisation_id, webhook_id) references webhooks (organisation_id, id)
);
create index webhook_secrets_webhook on webhook_secrets (organisation_id, webhook_id);
call protect_table('webhook_secrets');

-- Written by the transaction that changes a row, read by the job that tells of it.
create table webhook_outbox (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  object_class text not null,
  object_id bigint not null,
  object_version integer not null,
  happened text not null,
  state text,
  created_at timestamp(3) with time zone not null default clock_timestamp()
);
create index webhook_outbox_order on webhook_outbox (organisation_id, id);
call protect_table('webhook_outbox');

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  webhook_id bigint not null,
  -- What the receiver tells repetitions by.
  message_id text not null,
  type text not null,
  object_class text not null,
  object_id bigint not null,
  body text not null,
  delivery_status text not null default 'waiting'
    check (delivery_status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamp(3) with time zone not null,
  answer_status integer,
  answer_ms integer,
  answer text,
  created_at timestamp(3) with time zone not null,
  tried_at timestamp(3) with time zone,
  unique (organisation_id, message_id),
  foreign key (organisation_id, webhook_id) references webhooks (organisation_id, id)
);
create index webhook_deliveries_due on webhook_deliveries (organisation_id, next_at)
  where delivery_status = 'waiting';
create index webhook_deliveries_object on webhook_deliveries
  (organisation_id, webhook_id, object_class, object_id, id) where delivery_status = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (organisation_id, webhook_id, id desc);
create index webhook_deliveries_age on webhook_deliveries (organisation_id, created_at);
call protect_table('webhook_deliveries');

-- Money moves states by many statements, and not all of them pass through the history. So the rows
-- themselves tell, whoever changes them: their class and the column of their state are arguments.
create function note_for_webhooks() returns trigger language plpgsql as $$
declare
  state_column text := tg_argv[1];
begin
  -- Most organisations listen to nothing; row-level security shows this one's hooks alone.
  if not exists (select from webhooks where is_active and deleted_at is null) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_outbox (organisation_id, object_class, object_id, object_version, happened, state)
    select a.organisation_id, tg_argv[0], a.id, a.version, 'created',
      case when state_column <> '' then to_jsonb(a) ->> state_column end
    from after_rows a order by a.id;
    return null;
  end if;
  insert into webhook_outbox (organisation_id, object_class, object_id, object_version, happened, state)
  select c.organisation_id, tg_argv[0], c.id, c.version, c.happened, c.state
  from (select a.organisation_id, a.id, a.version,
      case when state_column <> '' then to_jsonb(a) ->> state_column end as state,
      case
        when a.deleted_at is not null and b.deleted_at is null then 'deleted'
        when state_column <> '' and to_jsonb(a) ->> state_column
          is distinct from to_jsonb(b) ->> state_column then 'state'
        when a.version <> b.version then 'changed'
      end as happened
    from after_rows a join before_rows b on b.id = a.id) c
  where c.happened is not null order by c.id;
  return null;
end $$;

create procedure tell_webhooks_of(target text, object_class text, state_column text)
language plpgsql as $$
begin
  execute format('create trigger webhook_created after insert on %I
    referencing new table as after_rows for each statement
    execute function note_for_webhooks(%L, %L)', target, object_class, state_column);
  execute format('create trigger webhook_changed after update on %I
    referencing old table as before_rows new table as after_rows for each statement
    execute function note_for_webhooks(%L, %L)', target, object_class, state_column);
end $$;

call tell_webhooks_of('customers', 'customer', '');
call tell_webhooks_of('contracts', 'contract', 'contract_status');
call tell_webhooks_of('invoices', 'invoice', 'invoice_status');
call tell_webhooks_of('invoicepayments', 'invoicepayment', 'payment_status');
call tell_webhooks_of('bills', 'bill', 'bill_status');
call tell_webhooks_of('billpayments', 'billpayment', 'payment_status');
