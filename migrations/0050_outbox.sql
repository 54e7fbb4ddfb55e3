-- Everything that leaves the house is a message of its organisation: how far it got and what happened
-- on its way is noted beside words that never change. Only mail about signing in stays in `mails`.

alter table messages
  drop constraint messages_status_check,
  add constraint messages_status_check check (status in ('draft', 'queued', 'sending', 'accepted',
    'delivered', 'failed', 'bounced', 'blocked', 'unconfirmed', 'cancelled', 'received')),
  add column kind text not null default 'chat' check (kind in ('chat', 'answer', 'invoice', 'copy', 'new_dates', 'reminder', 'correction', 'receipt', 'statement',
    'adjustment', 'offer', 'rate_notice', 'remittance', 'account_change', 'task', 'report', 'digest',
    'webhook')),
  add column supplier_id bigint,
  add column contract_id bigint,
  -- What makes this message this message: the same key is never sent twice.
  add column unique_key text,
  -- The whole words of a message whose text opens something, sealed; the text beside them opens nothing.
  add column sealed_words text check (sealed_words like '|v1.%'),
  add column attachment_name text,
  -- The page of an invoice is kept with the invoice, and taken from there.
  add column attachment bytea,
  add column parent_id bigint,
  add column attempts integer default 0,
  add column not_before timestamp(3) with time zone,
  add column sending_until timestamp(3) with time zone,
  add column error text,
  add column sent_at timestamp(3) with time zone,
  add foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  add foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  add foreign key (organisation_id, parent_id) references messages (organisation_id, id),
  add check (recipient !~ '[\r\n]' and subject !~ '[\r\n]' and sender !~ '[\r\n]');
create unique index messages_sent_once on messages (organisation_id, unique_key);
create index messages_waiting on messages (organisation_id, id)
  where status in ('queued', 'sending');
create index messages_customer on messages (organisation_id, customer_id, id desc);
create index messages_supplier on messages (organisation_id, supplier_id, id desc)
  where supplier_id is not null;
create index messages_contract on messages (organisation_id, contract_id, id desc)
  where contract_id is not null;

alter table messages drop column search_text;
alter table messages add column search_text text generated always as (fold_text(coalesce(text_plain, '') || ' ' || coalesce(sender, '') || ' ' || coalesce(recipient, '') || ' ' || coalesce(subject, ''))) stored;
-- Mail is known by its subject, what is said in a chat by its words.
alter table messages add column shown_as text collate "en-x-icu"
  generated always as (coalesce(subject, left(text_plain, 200))) stored;
create index messages_search on messages using gin (search_text gin_trgm_ops);

create or replace function keep_what_was_said() returns trigger language plpgsql as $$
declare
  -- The last two are computed after this, from what is compared here.
  noted text[] := array['sent', 'status', 'read_at', 'read_by_id', 'version', 'modified_at',
    'attempts', 'not_before', 'sending_until', 'error', 'sent_at', 'sealed_words', 'shown_as',
    'search_text'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - noted = to_jsonb(old) - noted
    -- Words are sealed anew with another key, or let go; never given later.
    and (new.sealed_words is null or old.sealed_words is not null) then return new; end if;
  raise exception 'What was said stays as it was said.' using errcode = 'restrict_violation';
end $$;

create table messageevents (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  message_id bigint not null,
  event text not null,
  words text,
  actor_name text collate "en-x-icu",
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  foreign key (organisation_id, message_id) references messages (organisation_id, id)
);
comment on table messageevents is 'append-only: what happened to a message on its way';
create index messageevents_of on messageevents (organisation_id, message_id, id);
call protect_table('messageevents');

-- What billing sent before this is read with the rest of what was said. Its words were not kept.
alter table messages no force row level security;
alter table invoices no force row level security;
alter table contracts no force row level security;
alter table customers no force row level security;
alter table invoicepayments no force row level security;
alter table adjustments no force row level security;
with old as (
  select m.*, split_part(m.unique_key, ' ', 1) as kind,
    substring(m.unique_key from '^[a-z ]+ (\d{1,15})(?: |$)')::bigint as about
  from mails m
  where m.unique_key ~ '^(invoice|reminder|later|receipt|contract|statement|adjustment|adjustment reminder) \d{1,15}( |$)'
), found as (
  select o.*, coalesce(i.organisation_id, k.organisation_id, c.organisation_id, p.organisation_id,
      a.organisation_id) as organisation_id,
    coalesce(i.customer_id, k.customer_id, c.id, p.customer_id, a.customer_id) as customer_id,
    i.id as invoice_id, k.id as contract_id
  from old o
  left join invoices i on i.id = o.about and o.kind in ('invoice', 'reminder', 'later')
  left join contracts k on k.id = o.about and o.kind = 'contract'
  left join customers c on c.id = o.about and o.kind = 'statement'
  left join invoicepayments p on p.id = o.about and o.kind = 'receipt'
  left join adjustments a on a.id = o.about and o.kind = 'adjustment'
), told as (
  insert into messages (organisation_id, type, direction, kind, sender, recipient, subject,
    text_plain, sent, status, reference_object, reference_id, customer_id, invoice_id, contract_id,
    unique_key, attempts, error, sent_at, created_at, attachment_name)
  select organisation_id, 'email', 'out', case
      when kind = 'invoice' and unique_key like '% copy %' then 'copy'
      when kind = 'later' then 'new_dates'
      when kind = 'contract' then 'offer'
      when unique_key like 'adjustment reminder %' then 'reminder'
      else kind end,
    mail_from, mail_to, subject, 'The words of this mail were not kept.', status = 'sent',
    case status when 'sent' then 'accepted' when 'unconfirmed' then 'unconfirmed' else 'failed' end,
    'customer', customer_id::integer, customer_id, invoice_id, contract_id, unique_key, attempts,
    case status when 'outbox' then 'No mail server was set up.' else error end, sent_at, created_at,
    attachment_name
  from found where organisation_id is not null and status not in ('queued', 'sending')
  returning unique_key)
delete from mails where unique_key in (select unique_key from told);
alter table messages force row level security;
alter table invoices force row level security;
alter table contracts force row level security;
alter table customers force row level security;
alter table invoicepayments force row level security;
alter table adjustments force row level security;
