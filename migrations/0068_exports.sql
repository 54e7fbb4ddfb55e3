-- Exports: what of an organisation's data was put together for somebody, why, and the sealed bytes of its
-- files for as long as they are kept.
create table exports (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  kind text not null default 'data' check (kind in ('data', 'organisation')),
  contents jsonb,
  format text not null default 'csv' check (format in ('csv', 'jsonl')),
  period_start date,
  period_end date,
  has_masked boolean not null default false,
  reason text,
  export_status text not null default 'waiting' check (export_status in
    ('waiting', 'running', 'done', 'cancelled', 'failed', 'expired')),
  files_done integer,
  files_total integer,
  rows_done integer,
  size_bytes integer,
  manifest jsonb,
  problem text collate "en-x-icu",
  asked_by text collate "en-x-icu",
  as_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  -- Whoever works on it has the latest number; a worker that was given up keeps nothing.
  attempt integer not null default 0,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(reason, ''))) stored,
  unique (organisation_id, id),
  check (period_end is null or period_start is null or period_end >= period_start),
  check (reason is not null or not has_masked and kind = 'data'),
  check ((export_status = 'done') <= (manifest is not null and expires_at is not null))
);
create index exports_list on exports (organisation_id, created_at desc, id desc) where deleted_at is null;
create index exports_search on exports using gin (search_text gin_trgm_ops);
create index exports_kept on exports (organisation_id, expires_at) where export_status = 'done';
-- One at a time: the next waits until this one is done.
create unique index exports_one_at_a_time on exports (organisation_id)
  where export_status in ('waiting', 'running');
call protect_table('exports');
call count_changes('exports');

-- The files of an export as they lie in the store: packed, then sealed. Files of customers that go with a
-- whole organisation are the bytes they are kept as, and are kept for as long as the export is.
create table export_parts (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  export_id bigint not null,
  attempt integer not null,
  place integer not null,
  name text not null,
  is_packed boolean not null,
  size_bytes bigint not null,
  crc bigint not null,
  packed_size bigint not null,
  packed_sha256 text not null check (packed_sha256 ~ '^[0-9a-f]{64}$'),
  stored_sha256 text not null check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  wrapped_key bytea,
  unique (organisation_id, export_id, attempt, place),
  foreign key (organisation_id, export_id) references exports (organisation_id, id)
);
create index export_parts_stored on export_parts (organisation_id, stored_sha256);
call protect_table('export_parts');

-- Files for the accountant's own books. What was in one is marked, so that the next has only what is new.
create table accountantfiles (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  target text not null check (target in ('xero_sales', 'xero_bills', 'myob_sales', 'journals')),
  period_start date not null,
  period_end date not null check (period_end >= period_start),
  amounts text not null default 'inclusive' check (amounts in ('inclusive', 'exclusive')),
  is_again boolean not null default false,
  documents integer,
  files integer,
  total numeric(14,2),
  before_total numeric(14,2),
  books_total numeric(14,2),
  difference numeric(14,2),
  asked_by text collate "en-x-icu",
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, ''))) stored,
  unique (organisation_id, id)
);
create index accountantfiles_list on accountantfiles (organisation_id, created_at desc, id desc)
  where deleted_at is null;
create index accountantfiles_search on accountantfiles using gin (search_text gin_trgm_ops);
call protect_table('accountantfiles');
call count_changes('accountantfiles');

create table accountantfile_texts (
  organisation_id bigint not null references organisations (id),
  accountantfile_id bigint not null,
  place integer not null,
  name text not null,
  content text not null,
  primary key (organisation_id, accountantfile_id, place),
  foreign key (organisation_id, accountantfile_id) references accountantfiles (organisation_id, id)
);
comment on table accountantfile_texts is 'append-only: files for the accountant as they were made';
call protect_table('accountantfile_texts');

create table accountantfile_documents (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  accountantfile_id bigint not null,
  target text not null,
  transaction_id bigint not null,
  number text collate "en-x-icu" not null,
  party text collate "en-x-icu",
  document_date date not null,
  amount numeric(14,2) not null,
  net_amount numeric(14,2) not null,
  foreign key (organisation_id, accountantfile_id) references accountantfiles (organisation_id, id),
  foreign key (organisation_id, transaction_id) references transactions (organisation_id, id),
  unique (organisation_id, accountantfile_id, transaction_id)
);
comment on table accountantfile_documents is 'append-only: which entries were in which file for the accountant';
create index accountantfile_documents_marks on accountantfile_documents
  (organisation_id, target, transaction_id);
call protect_table('accountantfile_documents');
