-- What may leave and what may not: who opted out of what, who agreed to what and how, whom care
-- forbids to threaten, and text messages beside mail on the same way out.

alter table customers
  add column receive_promo_sms boolean not null default false,
  add column in_hardship boolean not null default false;

alter table messageblacklists
  add column blocks text not null default 'everything' check (blocks in ('promotional', 'everything')),
  add column source text not null default 'staff'
    check (source in ('staff', 'stop', 'unsubscribe', 'bounce', 'complaint', 'import'));

-- One entry per contact, in the form in which it is written to. Of two that were the same contact,
-- the older stays.
alter table messageblacklists no force row level security;
update messageblacklists b set deleted_at = now()
where deleted_at is null and exists (select from messageblacklists o
  where o.organisation_id = b.organisation_id and o.deleted_at is null and o.id < b.id
    and regexp_replace(regexp_replace(lower(o.contact), '[\s().-]', '', 'g'), '^0(?=[2-9]\d{6,9}$)', '+64')
      = regexp_replace(regexp_replace(lower(b.contact), '[\s().-]', '', 'g'), '^0(?=[2-9]\d{6,9}$)', '+64')
    and b.contact !~ '@');
update messageblacklists set contact = case when contact ~ '@' then lower(trim(contact))
  else regexp_replace(regexp_replace(lower(contact), '[\s().-]', '', 'g'), '^0(?=[2-9]\d{6,9}$)', '+64') end
where deleted_at is null and (contact ~ '@' or contact ~ '^[+\d\s().-]+$');
alter table messageblacklists force row level security;

create table consents (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  customer_id bigint,
  contact text collate "en-x-icu",
  channel text not null check (channel in ('email', 'sms')),
  purpose text not null check (purpose in ('promotional', 'reminder')),
  state text not null check (state in ('given', 'withdrawn')),
  how text not null,
  words text,
  file_id bigint,
  actor_name text collate "en-x-icu",
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  modified_at timestamp(3) with time zone not null default clock_timestamp(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(contact, '') || ' ' || coalesce(how, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, file_id) references files (organisation_id, id)
);
comment on table consents is 'append-only: who agreed to what, how, and who took it back';
create index consents_list on consents (organisation_id, created_at desc, id desc) where deleted_at is null;
create index consents_customer on consents (organisation_id, customer_id, id desc);
create index consents_contact on consents (organisation_id, contact, id desc);
create index consents_search on consents using gin (search_text gin_trgm_ops);
call protect_table('consents');
call count_changes('consents');

-- A flag that is taken away takes the consent with it, whoever takes it and wherever.
create function note_withdrawn_consent() returns trigger language plpgsql as $$
begin
  insert into consents (organisation_id, customer_id, contact, channel, purpose, state, how, actor_name)
  select new.organisation_id, new.id, c.contact, c.channel, c.purpose, 'withdrawn',
    'Changed on the customer’s record', (select
      coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.username)
      from users u where u.id = scope_user())
  from (values
    (old.receive_promo_emails and not new.receive_promo_emails, new.email, 'email', 'promotional'),
    (old.receive_promo_sms and not new.receive_promo_sms, new.phone_mobile, 'sms', 'promotional'),
    (old.receive_sms_reminders and not new.receive_sms_reminders, new.phone_mobile, 'sms', 'reminder')
  ) as c (is_withdrawn, contact, channel, purpose)
  where c.is_withdrawn and coalesce((select k.state from consents k
    where k.organisation_id = new.organisation_id and k.customer_id = new.id
      and k.channel = c.channel and k.purpose = c.purpose order by k.id desc limit 1), '') <> 'withdrawn';
  return null;
end $$;
create trigger note_withdrawn_consent after update of receive_promo_emails, receive_promo_sms,
    receive_sms_reminders on customers
  for each row when (old.receive_promo_emails and not new.receive_promo_emails
    or old.receive_promo_sms and not new.receive_promo_sms
    or old.receive_sms_reminders and not new.receive_sms_reminders)
  execute function note_withdrawn_consent();

create table carestops (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  message_id bigint,
  kind text not null,
  tone text not null check (tone in ('normal', 'final', 'disconnection')),
  reason text collate "en-x-icu" not null,
  words text not null,
  contact text,
  actor_name text collate "en-x-icu",
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  modified_at timestamp(3) with time zone not null default clock_timestamp(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(reason, '') || ' ' || coalesce(words, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, message_id) references messages (organisation_id, id)
);
comment on table carestops is 'append-only: what consumer care kept from a customer';
create index carestops_list on carestops (organisation_id, created_at desc, id desc) where deleted_at is null;
create index carestops_customer on carestops (organisation_id, customer_id, id desc);
create index carestops_search on carestops using gin (search_text gin_trgm_ops);
call protect_table('carestops');
call count_changes('carestops');

alter table messages
  add column if not exists purpose text not null default 'service'
    check (purpose in ('service', 'promotional')),
  add column if not exists provider text,
  add column if not exists provider_id text,
  add column if not exists segments integer,
  add column if not exists error_code text,
  add column if not exists delivered_at timestamp(3) with time zone,
  -- What the checks ask again when it leaves.
  add column tone text not null default 'normal' check (tone in ('normal', 'final', 'disconnection')),
  add column is_by_hand boolean not null default false,
  add column care_reason text,
  add column may_repeat boolean not null default false,
  add column is_awaited boolean not null default false;

-- The kinds that are known and those of text messages.
do $$
declare
  had text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'messages_kind_check' and conrelid = 'messages'::regclass);
  kinds text;
begin
  select string_agg(distinct quote_literal(kind), ', ') into kinds
  from (select m[1] as kind from regexp_matches(had, '''([a-z_]+)''', 'g') m
    union select unnest(array['sms', 'sms_answer'])) k;
  alter table messages drop constraint messages_kind_check;
  execute format('alter table messages add constraint messages_kind_check check (kind in (%s))', kinds);
end $$;
create index messages_contact on messages (organisation_id, recipient, id desc)
  where direction = 'out';
create unique index messages_provider on messages (organisation_id, provider, provider_id)
  where provider_id is not null;

-- What a gateway says of a message is noted beside its words, as the rest of its way is.
do $$
begin
  execute replace(pg_get_functiondef('keep_what_was_said'::regproc), '''sealed_words'',',
    '''sealed_words'', ''provider'', ''provider_id'', ''error_code'', ''delivered_at'',');
end $$;

-- What a gateway told us, as it told it, until somebody has looked at it; then for a while.
create table gatewaycalls (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  provider text not null check (provider in ('twilio', 'kudosity')),
  reference text,
  body text not null check (length(body) <= 1000000),
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  handled_at timestamp(3) with time zone,
  unique (organisation_id, id)
);
create index gatewaycalls_old on gatewaycalls (organisation_id, created_at);
call protect_table('gatewaycalls');
