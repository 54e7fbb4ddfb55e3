-- Where money is paid to, and who said so: every account of a payee that was given, asked for, changed,
-- confirmed or refused. What was there before this table is not known and is not invented.
create table payee_account_events (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  payee_kind text not null check (payee_kind in ('organisation', 'supplier', 'partner', 'customer')),
  payee_id bigint not null,
  event text not null check (event in ('first', 'asked', 'changed', 'confirmed', 'refused',
    'withdrawn', 'released')),
  -- Numbers are `mask|sealed`: the database never sees the key.
  from_name text,
  from_number text check (from_number like '%|v1.%'),
  from_swift text check (from_swift like '%|v1.%'),
  to_name text,
  to_number text check (to_number like '%|v1.%'),
  to_swift text check (to_swift like '%|v1.%'),
  -- Another number or SWIFT code; a name spelt anew sends money nowhere else.
  goes_elsewhere boolean not null,
  -- The first day on which money may go there.
  hold_until date,
  answers_id bigint,
  reason text collate "en-x-icu",
  actor_id bigint,
  actor_name text collate "en-x-icu" not null,
  request_id text,
  created_at timestamp(3) with time zone not null,
  unique (organisation_id, id),
  -- One request has one answer, and one hold is released once.
  unique (organisation_id, answers_id),
  check ((event in ('confirmed', 'refused', 'withdrawn', 'released')) = (answers_id is not null)),
  foreign key (organisation_id, answers_id) references payee_account_events (organisation_id, id)
);
comment on table payee_account_events is 'append-only: where money is paid to, and who said so';
create index payee_account_events_payee on payee_account_events
  (organisation_id, payee_kind, payee_id, id desc);
call protect_table('payee_account_events');
