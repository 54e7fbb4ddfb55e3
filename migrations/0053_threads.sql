-- One thread for each customer, supplier, partner or unknown address: what was said on every channel
-- by time. Its row is kept by the transaction that stores a message, whoever stores it.

alter table messages
  add column thread_id bigint,
  add column partner_id bigint,
  -- Who wrote it by hand; nobody for what the program sends.
  add column author_id bigint references users (id),
  -- Answering machines and lists: kept, never unread, never answered.
  add column is_machine boolean not null default false,
  -- The names that mail programs know messages by: its own, the one it answers, all before it.
  add column rfc_id text,
  add column in_reply_to text,
  add column mail_references text[] not null default '{}',
  -- Its words' fingerprint: the same mail from two mailboxes is one message.
  add column body_hash text,
  add column file_ids bigint[] not null default '{}',
  -- Written from an address that nobody knows of whoever it is, and by a server that may be anybody's.
  add column is_other_address boolean not null default false,
  add column is_unverified boolean not null default false,
  add column if not exists error_code text,
  add column if not exists delivered_at timestamp(3) with time zone,
  add foreign key (organisation_id, partner_id) references partners (organisation_id, id),
  drop constraint messages_direction_check,
  add constraint messages_direction_check check (direction in ('in', 'out', 'note')),
  drop constraint messages_type_check,
  add constraint messages_type_check check (type in ('chat', 'email', 'sms', 'note')),
  -- What staff tell each other has no channel that it could leave by.
  add constraint messages_note_check check ((type = 'note') = (direction = 'note'));

-- Kinds are only ever added to, by whichever migration comes first.
do $$
declare
  had text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'messages_kind_check' and conrelid = 'messages'::regclass);
  kinds text;
begin
  select string_agg(distinct quote_literal(kind), ', ') into kinds
  from (select m[1] as kind from regexp_matches(had, '''([a-z_]+)''', 'g') m
    union select unnest(array['mail', 'note', 'assigned'])) k;
  alter table messages drop constraint messages_kind_check;
  execute format('alter table messages add constraint messages_kind_check check (kind in (%s))', kinds);
end $$;

create table threads (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  -- Whose it is, in one word: there is one thread for it.
  party text not null,
  name text collate "en-x-icu" not null,
  customer_id bigint,
  supplier_id bigint,
  partner_id bigint,
  address text,
  state text not null default 'done' check (state in ('open', 'waiting', 'snoozed', 'done')),
  assigned_id bigint,
  snoozed_until timestamp(3) with time zone,
  -- Until when it was to rest, where somebody wrote before; offered again.
  snooze_cut_short timestamp(3) with time zone,
  waiting_since timestamp(3) with time zone,
  unread integer not null default 0 check (unread >= 0),
  last_at timestamp(3) with time zone,
  last_id bigint,
  last_words text collate "en-x-icu",
  last_direction text check (last_direction in ('in', 'out')),
  last_type text check (last_type in ('chat', 'email', 'sms')),
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  modified_at timestamp(3) with time zone not null default clock_timestamp(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(address, '') || ' ' || coalesce(last_words, ''))) stored,
  unique (organisation_id, id),
  unique (organisation_id, party),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, partner_id) references partners (organisation_id, id),
  foreign key (organisation_id, assigned_id) references staffs (organisation_id, id)
);
create index threads_list on threads (organisation_id, last_at desc, id desc) where deleted_at is null;
create index threads_state on threads (organisation_id, state, last_at desc, id desc);
create index threads_unread on threads (organisation_id, last_at desc, id desc) where unread > 0;
create index threads_snoozed on threads (organisation_id, snoozed_until) where state = 'snoozed';
create index threads_customer on threads (organisation_id, customer_id);
create index threads_search on threads using gin (search_text gin_trgm_ops);
call protect_table('threads');
call count_changes('threads');

alter table messages
  add foreign key (organisation_id, thread_id) references threads (organisation_id, id);
create index messages_of_thread on messages (organisation_id, thread_id, id desc);

-- How far each mailbox has been read. What opens it is in a file of the server's, not here.
create table mailboxes (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  address text not null,
  uid_validity bigint not null,
  last_uid bigint not null,
  read_at timestamp(3) with time zone not null,
  unique (organisation_id, address)
);
call protect_table('mailboxes');

-- Addresses that somebody said belong to a party, beside those on the party's own page.
create table contactaddresses (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  address text not null check (address = lower(address)),
  customer_id bigint,
  supplier_id bigint,
  partner_id bigint,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (organisation_id, address),
  check (num_nonnulls(customer_id, supplier_id, partner_id) = 1),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, partner_id) references partners (organisation_id, id)
);
call protect_table('contactaddresses');

create unique index messages_received_once on messages (organisation_id, rfc_id, body_hash)
  where direction = 'in';
create index messages_rfc_id on messages (organisation_id, rfc_id) where rfc_id is not null;
create index messages_scheduled on messages (organisation_id, not_before)
  where status = 'queued' and not_before is not null;

-- One line for each address a message goes to; the message's own state is that of the first.
create table deliveries (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  message_id bigint not null,
  field text not null check (field in ('to', 'cc', 'bcc')),
  address text not null,
  state text not null default 'sending'
    check (state in ('sending', 'accepted', 'delivered', 'delayed', 'failed', 'bounced')),
  code text,
  words text,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  modified_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (organisation_id, message_id, address),
  foreign key (organisation_id, message_id) references messages (organisation_id, id)
);
create index deliveries_bounced on deliveries (organisation_id, address, modified_at)
  where state = 'bounced';
call protect_table('deliveries');

create or replace function keep_what_was_said() returns trigger language plpgsql as $$
declare
  -- The last two are computed after this, from what is compared here.
  noted text[] := array['sent', 'status', 'read_at', 'read_by_id', 'version', 'modified_at',
    'attempts', 'not_before', 'sending_until', 'error', 'sent_at', 'sealed_words', 'thread_id',
    'error_code', 'delivered_at', 'shown_as', 'search_text'];
  -- Whose it is, where nobody knew when it came.
  owners text[] := array['customer_id', 'supplier_id', 'partner_id', 'reference_object',
    'reference_id'];
begin
  -- A draft is said to nobody yet.
  if tg_op = 'UPDATE' and old.status = 'draft' then return new; end if;
  if tg_op = 'UPDATE' and coalesce(old.customer_id, old.supplier_id, old.partner_id) is null then
    noted := noted || owners;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - noted = to_jsonb(old) - noted
    -- Words are sealed anew with another key, or let go; never given later.
    and (new.sealed_words is null or old.sealed_words is not null) then return new; end if;
  raise exception 'What was said stays as it was said.' using errcode = 'restrict_violation';
end $$;

create function party_of(customer bigint, supplier bigint, partner bigint, address text)
returns text language sql immutable as $$
  select case when customer is not null then 'customer ' || customer
    when supplier is not null then 'supplier ' || supplier
    when partner is not null then 'partner ' || partner
    when address is not null then 'address ' || lower(address) end
$$;

/* The thread of a party, made with the first message. */
create function thread_for(organisation bigint, customer bigint, supplier bigint, partner bigint,
  contact text) returns bigint language plpgsql as $$
declare
  known_as text := party_of(customer, supplier, partner, contact);
  found_id bigint;
begin
  if known_as is null then return null; end if;
  select id into found_id from threads where organisation_id = organisation and party = known_as;
  if found_id is not null then return found_id; end if;
  insert into threads (organisation_id, party, name, customer_id, supplier_id, partner_id, address)
  values (organisation, known_as, coalesce(
      (select c.name from customers c where c.organisation_id = organisation and c.id = customer),
      (select s.name from suppliers s where s.organisation_id = organisation and s.id = supplier),
      (select p.name from partners p where p.organisation_id = organisation and p.id = partner),
      contact, 'Unknown'),
    customer, case when customer is null then supplier end,
    case when customer is null and supplier is null then partner end,
    case when customer is null and supplier is null and partner is null then lower(contact) end)
  on conflict (organisation_id, party) do nothing returning id into found_id;
  if found_id is null then
    select id into found_id from threads where organisation_id = organisation and party = known_as;
  end if;
  return found_id;
end $$;

-- What the program tells staff is in no thread.
create function thread_of_message() returns trigger language plpgsql as $$
begin
  new.thread_id := thread_for(new.organisation_id, new.customer_id, new.supplier_id, new.partner_id,
    case new.direction when 'in' then substring(new.sender from '([^\s<>]+)>?\s*$') end);
  return new;
end $$;
create trigger thread_of_message before insert on messages
  for each row when (new.thread_id is null) execute function thread_of_message();

/* What a message does to its thread: it is the last, opens it or answers it. */
create function keep_thread() returns trigger language plpgsql as $$
declare
  comes boolean := new.direction = 'in' and not new.is_machine;
  answers boolean := new.direction = 'out' and (new.author_id is not null or new.type = 'chat'
    or new.kind = 'mail');
begin
  update threads t set last_id = new.id, last_at = case tg_op when 'INSERT' then new.created_at else clock_timestamp() end,
    last_type = new.type,
    last_direction = new.direction,
    last_words = left(coalesce(new.subject || ': ', '') || new.text_plain, 160),
    name = coalesce((select c.name from customers c where c.id = t.customer_id), t.name),
    unread = t.unread + case when comes and new.read_at is null then 1 else 0 end,
    state = case when comes then 'open' when answers and t.state = 'open' then 'waiting'
      else t.state end,
    waiting_since = case when comes then coalesce(t.waiting_since, new.created_at)
      when answers then null else t.waiting_since end,
    snooze_cut_short = case when comes and t.state = 'snoozed' then t.snoozed_until
      else t.snooze_cut_short end,
    snoozed_until = case when comes then null else t.snoozed_until end,
    version = t.version + 1, modified_at = clock_timestamp()
  where t.organisation_id = new.organisation_id and t.id = new.thread_id;
  return null;
end $$;
create trigger keep_thread after insert on messages for each row
  when (new.thread_id is not null and new.direction <> 'note' and new.status <> 'draft')
  execute function keep_thread();
create trigger keep_thread_of_draft after update of status on messages for each row
  when (new.thread_id is not null and new.direction <> 'note' and old.status = 'draft'
    and new.status <> 'draft')
  execute function keep_thread();

create function keep_unread() returns trigger language plpgsql as $$
begin
  update threads set unread = greatest(0, unread + case when new.read_at is null then 1 else -1 end),
    version = version + 1, modified_at = clock_timestamp()
  where organisation_id = new.organisation_id and id = new.thread_id;
  return null;
end $$;
create trigger keep_unread after update of read_at on messages for each row
  when (new.thread_id = old.thread_id and new.direction = 'in' and not new.is_machine
    and (old.read_at is null) <> (new.read_at is null))
  execute function keep_unread();

-- What was said before this is read in its threads, too.
alter table messages no force row level security;
alter table threads no force row level security;
alter table customers no force row level security;
alter table suppliers no force row level security;
with told as (
  select distinct on (m.organisation_id, party) m.*,
    party_of(m.customer_id, m.supplier_id, null, null) as party
  from messages m where coalesce(m.customer_id, m.supplier_id) is not null
  order by m.organisation_id, party, m.id desc
), waiting as (
  select organisation_id, customer_id, count(*) filter (where read_at is null)::int as unread,
    max(id) as last_in, min(created_at) filter (where read_at is null) as since
  from messages where direction = 'in' and customer_id is not null
  group by organisation_id, customer_id
), answered as (
  select organisation_id, customer_id, max(id) as last_out from messages
  where direction = 'out' and type = 'chat' and customer_id is not null
  group by organisation_id, customer_id
)
insert into threads (organisation_id, party, name, customer_id, supplier_id, state, unread,
  waiting_since, last_at, last_id, last_words, last_direction, last_type)
select t.organisation_id, t.party, coalesce(c.name, s.name, 'Unknown'), t.customer_id,
  case when t.customer_id is null then t.supplier_id end,
  case when w.last_in > coalesce(a.last_out, 0) then 'open' when a.last_out is not null then 'waiting'
    else 'done' end,
  coalesce(w.unread, 0), case when w.last_in > coalesce(a.last_out, 0) then w.since end,
  t.created_at, t.id, left(coalesce(t.subject || ': ', '') || t.text_plain, 160), t.direction, t.type
from told t
left join customers c on c.organisation_id = t.organisation_id and c.id = t.customer_id
left join suppliers s on s.organisation_id = t.organisation_id and s.id = t.supplier_id
left join waiting w on w.organisation_id = t.organisation_id and w.customer_id = t.customer_id
left join answered a on a.organisation_id = t.organisation_id and a.customer_id = t.customer_id;
update messages m set thread_id = t.id from threads t
where t.organisation_id = m.organisation_id
  and t.party = party_of(m.customer_id, m.supplier_id, null, null);
alter table messages force row level security;
alter table threads force row level security;
alter table customers force row level security;
alter table suppliers force row level security;
