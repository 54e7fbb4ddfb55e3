-- One message to many: who gets it is fixed once, each of them is a row of its own, and what leaves in
-- a minute is counted in one place for all workers.

create table bulkmessages (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'running', 'paused', 'cancelled', 'done')),
  channels text not null default 'email'
    check (channels in ('email', 'sms', 'sms_email', 'email_sms')),
  purpose text not null default 'service' check (purpose in ('service', 'promotional')),
  audience jsonb,
  template_id bigint,
  sms_template_id bigint,
  subject text collate "en-x-icu",
  text_base text,
  text_sms text,
  -- The words as they were when it was started: everybody gets the same, whatever is edited later.
  words jsonb,
  recipients integer,
  left_out integer,
  not_before timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  started_by_id bigint references users (id),
  resumed_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  pause_reason text collate "en-x-icu",
  parent_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(subject, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, template_id) references messagetemplates (organisation_id, id),
  foreign key (organisation_id, sms_template_id) references messagetemplates (organisation_id, id),
  foreign key (organisation_id, parent_id) references bulkmessages (organisation_id, id)
);
create index bulkmessages_list on bulkmessages (organisation_id, created_at desc, id desc)
  where deleted_at is null;
create index bulkmessages_open on bulkmessages (organisation_id, state)
  where state in ('scheduled', 'running');
create index bulkmessages_search on bulkmessages using gin (search_text gin_trgm_ops);
call protect_table('bulkmessages');
call count_changes('bulkmessages');

create table bulkrecipients (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  bulk_id bigint not null,
  customer_id bigint not null,
  channel text check (channel in ('email', 'sms')),
  address text,
  is_promotional boolean not null,
  state text not null check (state in ('waiting', 'left_out', 'queued', 'sending', 'accepted',
    'delivered', 'failed', 'bounced', 'blocked', 'unconfirmed', 'cancelled')),
  reason text check (reason in ('list', 'consent', 'sense', 'care', 'too_often', 'quiet_hours',
    'no_address', 'bad_address', 'empty_field', 'too_long', 'duplicate', 'got_it')),
  why text collate "en-x-icu",
  message_id bigint,
  -- Whoever works on it has it until then; a worker that died loses it.
  taken_until timestamp(3) with time zone,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  check (state = 'left_out' or address is not null and channel is not null),
  unique (organisation_id, id),
  foreign key (organisation_id, bulk_id) references bulkmessages (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, message_id) references messages (organisation_id, id)
);
-- Never twice: advertising once to an address, what is about an account once to each of them.
create unique index bulkrecipients_address_once on bulkrecipients (organisation_id, bulk_id, address)
  where is_promotional and state <> 'left_out';
create unique index bulkrecipients_once on bulkrecipients (organisation_id, bulk_id, customer_id, address)
  where state <> 'left_out';
create index bulkrecipients_state on bulkrecipients (organisation_id, bulk_id, state, channel, id);
create index bulkrecipients_message on bulkrecipients (organisation_id, message_id)
  where message_id is not null;
create index bulkrecipients_customer on bulkrecipients (organisation_id, customer_id);
call protect_table('bulkrecipients');
call count_changes('bulkrecipients');

alter table messages
  add column bulk_id bigint,
  -- It waits for its turn and has its place in the minute already.
  add column has_turn boolean not null default false,
  add foreign key (organisation_id, bulk_id) references bulkmessages (organisation_id, id);
create index messages_bulk on messages (organisation_id, bulk_id, id) where bulk_id is not null;
create index messages_promotional on messages (organisation_id, created_at)
  where purpose = 'promotional';
create index messageevents_complained on messageevents (organisation_id, message_id)
  where event = 'complained';

do $$
declare
  had text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'messages_kind_check' and conrelid = 'messages'::regclass);
  kinds text;
begin
  select string_agg(distinct quote_literal(kind), ', ') into kinds
  from (select m[1] as kind from regexp_matches(had, '''([a-z_]+)''', 'g') m
    union select 'bulk') k;
  alter table messages drop constraint messages_kind_check;
  execute format('alter table messages add constraint messages_kind_check check (kind in (%s))', kinds);
  execute replace(pg_get_functiondef('keep_what_was_said'::regproc), '''sealed_words'',',
    '''sealed_words'', ''has_turn'',');
end $$;

-- How far a message got is how far its recipient got, in the same transaction and whoever says so.
create function keep_recipient() returns trigger language plpgsql as $$
begin
  update bulkrecipients set state = new.status, version = version + 1, modified_at = clock_timestamp()
  where organisation_id = new.organisation_id and message_id = new.id;
  return null;
end $$;
create trigger keep_recipient after update of status on messages for each row
  when (new.bulk_id is not null and old.status <> new.status) execute function keep_recipient();

-- What may leave in a minute, by channel.
create table sendingbuckets (
  organisation_id bigint not null references organisations (id),
  channel text not null check (channel in ('email', 'sms')),
  tokens double precision not null,
  filled_at timestamp(3) with time zone not null,
  primary key (organisation_id, channel)
);
call protect_table('sendingbuckets');
