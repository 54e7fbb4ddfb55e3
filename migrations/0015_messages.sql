-- What customers and the broker's staff write to each other. Chats are written on the public page of
-- an invoice and answered in the customer's thread.

create table messages (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  type text not null check (type in ('chat', 'email', 'sms')),
  direction text not null check (direction in ('in', 'out')),
  sender text,
  recipient text,
  subject text,
  text_plain text collate "en-x-icu" not null,
  text_html text,
  cc text[] not null default '{}',
  bcc text[] not null default '{}',
  reply_to text,
  sent boolean not null default false,
  status text not null check (status in
    ('draft', 'queued', 'accepted', 'delivered', 'failed', 'bounced', 'blocked')),
  reference_object text check (reference_object in ('customer')),
  reference_id integer,
  customer_id bigint,
  invoice_id bigint,
  read_at timestamp(3) with time zone,
  read_by_id bigint references users (id),
  -- Chosen by the customer's page for each thing it sends, so that it is said once.
  client_key uuid,
  version integer not null default 1,
  -- The moment itself and not the transaction's beginning: whoever polls looks back a little only.
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  modified_at timestamp(3) with time zone not null default clock_timestamp(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(text_plain, '') || ' ' || coalesce(sender, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
);
create index messages_list on messages (organisation_id, created_at desc, id desc) where deleted_at is null;
create index messages_reference on messages (organisation_id, reference_object, reference_id, created_at);
create index messages_thread on messages (organisation_id, customer_id, id desc) where type = 'chat';
create index messages_invoice on messages (organisation_id, invoice_id, created_at);
create index messages_unread on messages (organisation_id, customer_id)
  where direction = 'in' and read_at is null;
create unique index messages_once on messages (organisation_id, invoice_id, client_key)
  where client_key is not null;
create index messages_search on messages using gin (search_text gin_trgm_ops);
call protect_table('messages');

create function keep_what_was_said() returns trigger language plpgsql as $$
declare
  -- The last one is computed after this, from what is compared here.
  noted text[] := array['sent', 'status', 'read_at', 'read_by_id', 'version', 'modified_at',
    'search_text'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - noted = to_jsonb(old) - noted then return new; end if;
  raise exception 'What was said stays as it was said.' using errcode = 'restrict_violation';
end $$;
create trigger keep_what_was_said before update or delete on messages
  for each row execute function keep_what_was_said();
