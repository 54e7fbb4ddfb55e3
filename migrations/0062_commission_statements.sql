-- Commission statements: what a partner is told, by which they are paid, and how they can check it.

create table commissionstatements (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  statement_number text collate "en-x-icu",
  statement_status text not null
    check (statement_status in ('draft', 'sent', 'paid', 'cleared', 'cancelled')),
  partner_id bigint not null,
  to_date date not null,
  line_count integer not null,
  sum numeric(14,2) not null,
  gst_mode text not null check (gst_mode in ('buyer_created', 'their_invoice', 'not_registered')),
  gst_percent numeric(9,4) not null,
  gst numeric(14,2) not null,
  total numeric(14,2) not null,
  brought_forward numeric(14,2) not null,
  withheld numeric(14,2) not null,
  to_pay numeric(14,2) not null check (to_pay >= 0),
  -- What is not paid with it and waits for the next; that one then names itself below.
  carried numeric(14,2) not null default 0,
  sent_date date,
  sent_at timestamp(3) with time zone,
  sent_to text,
  payment_date date,
  batch text,
  settled_by_id bigint,
  banktransaction_id bigint,
  tax_invoice_number text,
  tax_invoice_date date,
  tax_invoice_gst numeric(14,2) not null default 0,
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  previous_hash text,
  cancelled_at timestamp(3) with time zone,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(statement_number, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, partner_id) references partners (organisation_id, id),
  foreign key (organisation_id, settled_by_id)
    references commissionstatements (organisation_id, id),
  foreign key (organisation_id, banktransaction_id)
    references banktransactions (organisation_id, id),
  check ((statement_status = 'draft') = (statement_number is null))
);
create unique index commissionstatements_number
  on commissionstatements (organisation_id, lower(statement_number));
-- One draft at a time: two people do not state the same twice.
create unique index commissionstatements_draft on commissionstatements (organisation_id, partner_id)
  where statement_status = 'draft' and deleted_at is null;
create index commissionstatements_partner
  on commissionstatements (organisation_id, partner_id, id desc);
create index commissionstatements_list
  on commissionstatements (organisation_id, created_at desc, id desc) where deleted_at is null;
create index commissionstatements_search on commissionstatements using gin (search_text gin_trgm_ops);
create index commissionstatements_settled on commissionstatements (organisation_id, settled_by_id)
  where settled_by_id is not null;
call protect_table('commissionstatements');
call count_changes('commissionstatements');

-- What went out, byte for byte. Append-only: what was sent never changes again.
create table commission_documents (
  organisation_id bigint not null references organisations (id),
  statement_id bigint not null,
  -- The canonical text whose SHA-256 the statement names.
  proof text not null,
  content jsonb not null,
  pdf bytea not null,
  sha256 bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  primary key (organisation_id, statement_id),
  foreign key (organisation_id, statement_id)
    references commissionstatements (organisation_id, id)
);
comment on table commission_documents is 'append-only: commission statements as they were sent';
call protect_table('commission_documents');

alter table commissions add foreign key (organisation_id, statement_id)
  references commissionstatements (organisation_id, id);

create or replace function start_series(series_name text) returns void language sql as $$
  insert into series (organisation_id, name, prefix, next_value)
  select scope_organisation(), series_name, prefix, first
  from (values ('contract_number', 'K-', 1001), ('proposal_number', 'P-', 1001),
    ('invoice_number', 'INV-', 1001), ('adjustment_number', 'ADJ-', 1001),
    ('commission_number', 'CS-', 1)) starts (name, prefix, first)
  where name = series_name and scope_organisation() is not null
  on conflict do nothing
$$;

-- Messages about commissions, and the words they have.
do $$
declare
  widened record;
  had text;
begin
  for widened in
    select * from (values
      ('messages', 'kind', array['commission']),
      ('messagetemplates', 'key', array['commission_statement', 'commission_cancelled']),
      ('platformtemplates', 'key', array['commission_statement', 'commission_cancelled']),
      ('messagetemplates', 'context', array['commission', 'commission_cancelled']),
      ('platformtemplates', 'context', array['commission', 'commission_cancelled']))
      w (target, col, added)
  loop
    select pg_get_constraintdef(c.oid) into had from pg_constraint c
      where c.conrelid = widened.target::regclass and c.contype = 'c'
        and c.conname = widened.target || '_' || widened.col || '_check';
    continue when had is null;
    execute format('alter table %I drop constraint %I', widened.target,
      widened.target || '_' || widened.col || '_check');
    execute format('alter table %I add constraint %I check (%I in (%s))', widened.target,
      widened.target || '_' || widened.col || '_check', widened.col,
      (select string_agg(distinct quote_literal(word), ', ') from (
        select m[1] as word from regexp_matches(had, '''([a-z0-9_]+)''', 'g') m
        union select unnest(widened.added)) k));
  end loop;
end $$;
