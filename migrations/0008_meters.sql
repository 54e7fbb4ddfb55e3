-- What was used: networks, meters with their registers, readings, and the pool where imported
-- readings wait until somebody accepts them.

create table networks (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  icp_code text,
  hotline text,
  website_url text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(icp_code, ''))) stored,
  unique (organisation_id, id)
);
create unique index networks_name_unique on networks (organisation_id, fold_text(name)) where deleted_at is null;
create index networks_list on networks (organisation_id, name, id) where deleted_at is null;
create index networks_search on networks using gin (search_text gin_trgm_ops);
call protect_table('networks');

create table meters (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  meter_number text collate "en-x-icu" not null,
  customer_id bigint,
  icp_number text,
  consumer_number text,
  icp_type text,
  meter_type text,
  icp_location text,
  meter_factor numeric(18,8),
  multiplier_value numeric(18,8),
  conversion_factor numeric(18,8),
  calorific_value numeric(18,8),
  loss_factor numeric(18,8),
  meter_capacity_amount numeric(18,6),
  meter_capacity_unit text,
  meter_capacity_charged boolean not null default false,
  reading_interval integer,
  reading_interval_unit text,
  next_reading_date date,
  last_reading_date date,
  power_network text,
  power_hotline text,
  date_installed date,
  date_removed date,
  replaces_meter_id bigint,
  latitude numeric(18,8),
  longitude numeric(18,8),
  notes text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  -- A connection is known by its ICP, else by the supplier's own number for it.
  connection text generated always as (upper(coalesce(nullif(icp_number, ''), consumer_number))) stored,
  search_text text generated always as (fold_text(coalesce(meter_number, '') || ' ' || coalesce(icp_number, '') || ' ' || coalesce(consumer_number, '') || ' ' || coalesce(icp_location, ''))) stored,
  unique (organisation_id, id),
  check (date_removed is null or date_installed is null or date_removed >= date_installed),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, replaces_meter_id) references meters (organisation_id, id)
);
-- The same serial number may come back on another connection, not twice on one.
create unique index meters_meter_number_unique on meters
  (organisation_id, lower(meter_number), coalesce(connection, '')) where deleted_at is null;
create index meters_list on meters (organisation_id, meter_number, id) where deleted_at is null;
create index meters_customer on meters (organisation_id, customer_id, id) where deleted_at is null;
create index meters_connection on meters (organisation_id, connection, date_installed) where deleted_at is null;
create index meters_due on meters (organisation_id, next_reading_date, id) where deleted_at is null;
create index meters_search on meters using gin (search_text gin_trgm_ops);
call protect_table('meters');

create table meterregisters (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  meter_id bigint not null,
  register_code text not null,
  digits integer not null,
  flow text not null
    check (flow in ('X', 'I')),
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(register_code, ''))) stored,
  unique (organisation_id, id),
  check (digits between 1 and 12),
  foreign key (organisation_id, meter_id) references meters (organisation_id, id)
);
create unique index meterregisters_register_code_unique on meterregisters
  (organisation_id, meter_id, register_code, flow) where deleted_at is null;
create index meterregisters_list on meterregisters (organisation_id, meter_id, id) where deleted_at is null;
create index meterregisters_search on meterregisters using gin (search_text gin_trgm_ops);
call protect_table('meterregisters');

create table readingimports (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  file_name text collate "en-x-icu" not null,
  format text not null
    check (format in ('csv', 'eiep3', 'eiep13a')),
  import_status text not null
    check (import_status in ('checking', 'ready', 'accepting', 'done', 'undoing', 'undone', 'failed')),
  mapping jsonb,
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
create index readingimports_list on readingimports (organisation_id, created_at desc, id desc) where deleted_at is null;
create index readingimports_file on readingimports (organisation_id, sha256) where deleted_at is null;
create index readingimports_search on readingimports using gin (search_text gin_trgm_ops);
call protect_table('readingimports');

-- The file itself, kept apart so that lists of imports stay small.
create table readingimport_files (
  readingimport_id bigint primary key,
  organisation_id bigint not null references organisations (id),
  content text not null,
  foreign key (organisation_id, readingimport_id) references readingimports (organisation_id, id)
);
call protect_table('readingimport_files');

create table meterreadings (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  meter_id bigint not null,
  meterregister_id bigint check (meterregister_id is not null),
  reading_date date not null,
  reading_latest_type text not null,
  reading_latest numeric(18,6),
  reading_previous numeric(18,6),
  period_start date,
  reading_quantity numeric(18,6),
  reading_losses numeric(18,6),
  reading_energy numeric(18,6),
  is_rollover boolean not null default false,
  final_reading boolean not null default false,
  problem text,
  findings jsonb,
  source text not null
    check (source in ('staff', 'import', 'replacement')),
  readingimport_id bigint,
  notes text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(notes, ''))) stored,
  unique (organisation_id, id),
  check (reading_latest is not null or reading_quantity is not null),
  foreign key (organisation_id, meter_id) references meters (organisation_id, id),
  foreign key (organisation_id, meterregister_id) references meterregisters (organisation_id, id),
  foreign key (organisation_id, readingimport_id) references readingimports (organisation_id, id)
);
-- A register is read once a day; an opening and a final reading may share theirs, and a misread
-- stays beside the reading that replaced it.
create unique index meterreadings_reading_date_unique on meterreadings
  (organisation_id, meterregister_id, reading_date, (reading_latest_type = 'opening'))
  where deleted_at is null and reading_latest_type <> 'misread';
create index meterreadings_list on meterreadings (organisation_id, reading_date desc, id desc) where deleted_at is null;
create index meterreadings_meter on meterreadings (organisation_id, meter_id, reading_date desc, id desc) where deleted_at is null;
create index meterreadings_register on meterreadings (organisation_id, meterregister_id, reading_date) where deleted_at is null;
create index meterreadings_import on meterreadings (organisation_id, readingimport_id) where readingimport_id is not null;
create index meterreadings_search on meterreadings using gin (search_text gin_trgm_ops);
call protect_table('meterreadings');

create table stagedreadings (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  readingimport_id bigint not null,
  row_number integer not null,
  meter_number text collate "en-x-icu",
  icp_number text,
  register_code text,
  flow text
    check (flow in ('X', 'I')),
  reading_date date,
  period_start date,
  reading_latest numeric(18,6),
  reading_quantity numeric(18,6),
  reading_latest_type text,
  is_rollover boolean not null default false,
  meter_id bigint,
  meterregister_id bigint,
  severity text not null
    check (severity in ('ok', 'information', 'warning', 'error')),
  findings jsonb,
  staged_status text not null
    check (staged_status in ('waiting', 'accepted', 'rejected')),
  meterreading_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(meter_number, '') || ' ' || coalesce(icp_number, ''))) stored,
  unique (organisation_id, id),
  unique (readingimport_id, row_number),
  foreign key (organisation_id, readingimport_id) references readingimports (organisation_id, id),
  foreign key (organisation_id, meter_id) references meters (organisation_id, id),
  foreign key (organisation_id, meterregister_id) references meterregisters (organisation_id, id),
  foreign key (organisation_id, meterreading_id) references meterreadings (organisation_id, id)
);
create index stagedreadings_list on stagedreadings (organisation_id, readingimport_id, row_number, id) where deleted_at is null;
create index stagedreadings_state on stagedreadings (organisation_id, readingimport_id, staged_status, severity, row_number) where deleted_at is null;
-- Searched within one import only, so that bringing rows in does not pay for an index of words.
call protect_table('stagedreadings');

-- What a customer's own past use would cost at other rates.
create table proposals (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  proposal_number text,
  proposal_status text,
  customer_id bigint not null,
  supplier_id bigint,
  staff_id bigint,
  contract_id bigint,
  icp_type text,
  connections text[] not null default '{}',
  period_start date,
  period_end date,
  valid_until_date date,
  candidate_rates jsonb,
  service_fee_percent numeric(9,4),
  discount_percent numeric(9,4),
  gst_percent numeric(9,4),
  current_cost numeric(14,2),
  candidate_cost numeric(14,2),
  saving_amount numeric(14,2),
  saving_percent numeric(9,4),
  pricing jsonb,
  priced_at timestamp(3) with time zone,
  notes text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(proposal_number, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, staff_id) references staffs (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id)
);
create unique index proposals_proposal_number_unique on proposals (organisation_id, lower(proposal_number))
  where deleted_at is null;
create index proposals_list on proposals (organisation_id, created_at desc, id desc) where deleted_at is null;
create index proposals_customer on proposals (organisation_id, customer_id, id) where deleted_at is null;
create index proposals_search on proposals using gin (search_text gin_trgm_ops);
call protect_table('proposals');
