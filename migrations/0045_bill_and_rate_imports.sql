-- Files of suppliers' bills and their rows while they wait.
create table billimports (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  file_name text collate "en-x-icu" not null,
  supplier_id bigint,
  mapping jsonb,
  import_status text not null check (import_status in
    ('checking', 'mapping', 'ready', 'accepting', 'done', 'undoing', 'undone', 'failed')),
  rows_total integer,
  rows_done integer,
  rows_error integer,
  rows_accepted integer,
  rows_rejected integer,
  message text,
  sha256 text not null,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(file_name, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id)
);
create index billimports_list on billimports (organisation_id, created_at desc, id desc)
  where deleted_at is null;
create index billimports_file on billimports (organisation_id, sha256) where deleted_at is null;
create index billimports_search on billimports using gin (search_text gin_trgm_ops);
call protect_table('billimports');
call count_changes('billimports');

create table billimport_files (
  billimport_id bigint primary key,
  organisation_id bigint not null references organisations (id),
  content text not null,
  foreign key (organisation_id, billimport_id) references billimports (organisation_id, id)
);
call protect_table('billimport_files');

create table stagedbilllines (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  billimport_id bigint not null,
  row_number integer not null,
  fields jsonb not null,
  group_key text,
  severity text not null check (severity in ('ok', 'information', 'warning', 'error')),
  findings jsonb,
  staged_status text not null check (staged_status in ('waiting', 'accepted', 'rejected')),
  bill_id bigint,
  is_replacing boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(group_key, ''))) stored,
  unique (organisation_id, id),
  unique (billimport_id, row_number),
  foreign key (organisation_id, billimport_id) references billimports (organisation_id, id),
  foreign key (organisation_id, bill_id) references bills (organisation_id, id)
);
create index stagedbilllines_group on stagedbilllines
  (organisation_id, billimport_id, group_key) where deleted_at is null;
create index stagedbilllines_state on stagedbilllines
  (organisation_id, billimport_id, staged_status, severity, row_number) where deleted_at is null;
create index stagedbilllines_bill on stagedbilllines (organisation_id, bill_id)
  where bill_id is not null;
call protect_table('stagedbilllines');
call count_changes('stagedbilllines');

-- Files of new rates and their rows while they wait.
create table rateimports (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  file_name text collate "en-x-icu" not null,
  side text not null check (side in ('sell', 'buy')),
  valid_from_date date,
  batch text not null,
  mapping jsonb,
  import_status text not null check (import_status in
    ('checking', 'mapping', 'ready', 'accepting', 'done', 'undoing', 'undone', 'failed')),
  rows_total integer,
  rows_done integer,
  rows_error integer,
  rows_accepted integer,
  rows_rejected integer,
  message text,
  sha256 text not null,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(file_name, ''))) stored,
  unique (organisation_id, id)
);
create index rateimports_list on rateimports (organisation_id, created_at desc, id desc)
  where deleted_at is null;
create index rateimports_file on rateimports (organisation_id, sha256) where deleted_at is null;
create index rateimports_search on rateimports using gin (search_text gin_trgm_ops);
call protect_table('rateimports');
call count_changes('rateimports');

create table rateimport_files (
  rateimport_id bigint primary key,
  organisation_id bigint not null references organisations (id),
  content text not null,
  foreign key (organisation_id, rateimport_id) references rateimports (organisation_id, id)
);
call protect_table('rateimport_files');

create table stagedrates (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  rateimport_id bigint not null,
  row_number integer not null,
  fields jsonb not null,
  group_key text,
  severity text not null check (severity in ('ok', 'information', 'warning', 'error')),
  findings jsonb,
  staged_status text not null check (staged_status in ('waiting', 'accepted', 'rejected')),
  update_id integer,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(group_key, ''))) stored,
  unique (organisation_id, id),
  unique (rateimport_id, row_number),
  foreign key (organisation_id, rateimport_id) references rateimports (organisation_id, id)
);
create index stagedrates_group on stagedrates (organisation_id, rateimport_id, group_key)
  where deleted_at is null;
create index stagedrates_state on stagedrates
  (organisation_id, rateimport_id, staged_status, severity, row_number) where deleted_at is null;
call protect_table('stagedrates');
call count_changes('stagedrates');
