-- Every entry of the books says who booked it, in whose place and by which call. What was booked
-- before this was kept says that it is not known; the defaults are for those rows alone.
alter table transactions
  add column actor_id bigint,
  add column actor_name text not null default 'Unknown',
  add column impersonator_id bigint,
  add column impersonator_name text,
  add column source text not null default 'unknown',
  add column request_id text not null default 'unknown';
alter table transactions
  alter column actor_name drop default,
  alter column source drop default,
  alter column request_id drop default;

-- Entries written by hand that are over the limit of four eyes: a colleague books them.
create table manualentries (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  entry_status text not null check (entry_status in ('waiting', 'booked', 'withdrawn')),
  transaction_date date,
  amount numeric(14,2) not null,
  customer_id bigint,
  supplier_id bigint,
  reason text collate "en-x-icu" not null,
  lines jsonb,
  written_by text not null,
  approved_by text,
  transaction_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(reason, ''))) stored,
  unique (organisation_id, id),
  -- What is booked says as what.
  check ((entry_status = 'booked') = (transaction_id is not null)),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, transaction_id) references transactions (organisation_id, id)
);
create index manualentries_list on manualentries (organisation_id, created_at desc, id desc) where deleted_at is null;
create index manualentries_search on manualentries using gin (search_text gin_trgm_ops);
call protect_table('manualentries');
