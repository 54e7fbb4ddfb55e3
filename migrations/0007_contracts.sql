-- What was agreed: contracts with their terms, sell and buy rates that hold from a day on, the
-- documents customers accept, and the signatures under them.

-- A customer's timeline is the history of everything that belongs to the customer.
alter table history add column customer_id bigint;
create index history_customer on history (organisation_id, customer_id, id desc)
  where customer_id is not null;

-- Lists inside a row are searched like its other words.
create function joined_text(list text[]) returns text language sql immutable parallel safe strict
  as $$ select array_to_string(list, ' ') $$;

create table contracts (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  contract_number text collate "en-x-icu",
  contract_status text not null
    check (contract_status in ('draft', 'offered', 'active', 'cancelled', 'ended')),
  is_locked boolean not null default false,
  customer_id bigint not null,
  supplier_id bigint,
  partner_id bigint,
  staff_id bigint,
  icp_type text,
  connections text[] not null default '{}',
  account_number_with_supplier text,
  date_start date,
  date_end date,
  is_open_plan boolean not null default false,
  valid_from_date date,
  billed_to_date date,
  supplier_is_open_plan boolean not null default false,
  supplier_date_start date,
  supplier_date_end date,
  supplier_ppd numeric(9,4),
  supplier_cancellation_fee numeric(14,2),
  supplier_late_fee numeric(14,2),
  supplier_joining_credit numeric(14,2),
  supplier_rates_text text,
  supplier_ratechanges_text text,
  welcome_credit_amount numeric(14,2),
  cancellation_fee_amount numeric(14,2),
  meter_capacity_amount numeric(18,6),
  meter_capacity_unit text,
  meter_capacity_charged boolean not null default false,
  reading_interval integer,
  reading_interval_unit text,
  service_fee_percent numeric(9,4),
  discount_percent numeric(9,4),
  gst_percent numeric(9,4),
  due_date_type text,
  due_date_value_offset integer,
  due_date_value_fixed integer,
  last_for_contract boolean not null default false,
  document_version integer,
  sent_at timestamp(3) with time zone,
  accepted_at timestamp(3) with time zone,
  accepted_by text,
  cancelled_at timestamp(3) with time zone,
  notes text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(contract_number, '') || ' ' || coalesce(account_number_with_supplier, '') || ' ' || joined_text(connections))) stored,
  unique (organisation_id, id),
  check (date_end is null or date_start is null or contract_status = 'cancelled' or date_end >= date_start),
  check (contract_status in ('draft', 'offered') or date_start is not null),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, partner_id) references partners (organisation_id, id),
  foreign key (organisation_id, staff_id) references staffs (organisation_id, id)
);
create unique index contracts_contract_number_unique on contracts (organisation_id, lower(contract_number))
  where deleted_at is null;
create index contracts_list on contracts (organisation_id, created_at desc, id desc) where deleted_at is null;
create index contracts_end on contracts (organisation_id, date_end, id) where deleted_at is null;
create index contracts_status on contracts (organisation_id, contract_status, date_end, id) where deleted_at is null;
create index contracts_customer on contracts (organisation_id, customer_id, id) where deleted_at is null;
create index contracts_supplier on contracts (organisation_id, supplier_id, id) where deleted_at is null;
create index contracts_number on contracts (organisation_id, contract_number, id) where deleted_at is null;
create index contracts_search on contracts using gin (search_text gin_trgm_ops);
create index contracts_connections on contracts using gin (connections);
call protect_table('contracts');

-- The days a contract binds each of its connections. Kept by the trigger below; what is a draft, an
-- offer or deleted binds nothing. The constraint is what keeps two contracts off the same connection
-- and day, whoever writes them and at whatever moment.
create table contract_connections (
  organisation_id bigint not null references organisations (id),
  contract_id bigint not null,
  connection text not null,
  days daterange not null,
  primary key (contract_id, connection),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint contract_connections_overlap
    exclude using gist (organisation_id with =, connection with =, days with &&)
);
create index contract_connections_connection on contract_connections (organisation_id, connection);
call protect_table('contract_connections');

create function bind_connections() returns trigger language plpgsql as $$
declare
  -- An open plan rolls on past its end until somebody cancels it.
  last_day date := case when new.contract_status = 'active' and new.is_open_plan
    then null else new.date_end end;
begin
  if tg_op = 'UPDATE' then
    delete from contract_connections where contract_id = new.id;
  end if;
  if new.deleted_at is null and new.contract_status in ('active', 'ended', 'cancelled')
    and new.date_start is not null and coalesce(last_day >= new.date_start, true) then
    insert into contract_connections (organisation_id, contract_id, connection, days)
      select new.organisation_id, new.id, upper(trim(one)), daterange(new.date_start, last_day, '[]')
      from (select distinct unnest(new.connections) as one) c;
  end if;
  return null;
end $$;
create trigger bind_connections after insert or update of
  contract_status, date_start, date_end, is_open_plan, connections, deleted_at on contracts
  for each row execute function bind_connections();

-- Percentages, fees and the due-date rule as they hold from a day on.
create table contract_terms (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  contract_id bigint not null,
  valid_from_date date not null,
  terms jsonb not null,
  actor_name text not null,
  created_at timestamp(3) with time zone not null default now(),
  unique (contract_id, valid_from_date),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id)
);
call protect_table('contract_terms');

-- Announced changes of sell and buy rates. A batch is what one wizard or file made together.
create table rateupdates (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  contract_id bigint not null,
  valid_from_date date not null,
  rates jsonb not null,
  reason text,
  batch text,
  notice_sent_at timestamp(3) with time zone,
  notice_recipient text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(reason, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id)
);
create table supplierrateupdates (
  like rateupdates including defaults including generated including identity,
  primary key (id),
  unique (organisation_id, id),
  foreign key (organisation_id) references organisations (id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id)
);

-- One name has one rate per start day.
create table rates (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  rate_name text collate "en-x-icu" not null,
  contract_id bigint not null,
  rate_type text not null,
  rate_amount numeric(18,8) not null,
  rate_unit text not null,
  valid_from_date date not null,
  register_code text,
  with_losses boolean not null default false,
  rateupdate_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(rate_name, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  foreign key (organisation_id, rateupdate_id) references rateupdates (organisation_id, id)
);
create table supplierrates (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  rate_name text collate "en-x-icu" not null,
  contract_id bigint not null,
  rate_type text not null,
  rate_amount numeric(18,8) not null,
  rate_unit text not null,
  valid_from_date date not null,
  register_code text,
  with_losses boolean not null default false,
  supplierrateupdate_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(rate_name, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  foreign key (organisation_id, supplierrateupdate_id) references supplierrateupdates (organisation_id, id)
);
do $$
declare
  side text;
begin
  foreach side in array array['rates', 'supplierrates'] loop
    execute format('create unique index %I on %I (organisation_id, contract_id, fold_text(rate_name),
      valid_from_date) where deleted_at is null', side || '_valid_from_date_unique', side);
    execute format('create index %I on %I (organisation_id, valid_from_date desc, id desc)
      where deleted_at is null', side || '_list', side);
    execute format('create index %I on %I (organisation_id, contract_id, valid_from_date)
      where deleted_at is null', side || '_contract', side);
    execute format('create index %I on %I using gin (search_text gin_trgm_ops)', side || '_search', side);
    execute format('call protect_table(%L)', side);
  end loop;
  foreach side in array array['rateupdates', 'supplierrateupdates'] loop
    execute format('create index %I on %I (organisation_id, valid_from_date desc, id desc)
      where deleted_at is null', side || '_list', side);
    execute format('create index %I on %I (organisation_id, contract_id, valid_from_date)
      where deleted_at is null', side || '_contract', side);
    execute format('create index %I on %I using gin (search_text gin_trgm_ops)', side || '_search', side);
    execute format('call protect_table(%L)', side);
  end loop;
end $$;

-- Signatures of staff, and those customers gave under their contracts.
create table signatures (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  signature_type text not null
    check (signature_type in ('typed', 'drawn')),
  strokes jsonb,
  is_default boolean not null default false,
  user_id bigint references users (id),
  contract_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id)
);
create unique index signatures_default on signatures (organisation_id, user_id)
  where is_default and deleted_at is null;
create index signatures_list on signatures (organisation_id, created_at desc, id desc) where deleted_at is null;
create index signatures_search on signatures using gin (search_text gin_trgm_ops);
call protect_table('signatures');

-- What was sent, byte for byte, and what was accepted. Nothing in it changes but its fate.
create table contract_documents (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  contract_id bigint not null,
  document_version integer not null,
  content jsonb not null,
  pdf bytea not null,
  sha256 bytea not null,
  sent_to text,
  accepted_at timestamp(3) with time zone,
  accepted_name text,
  accepted_ip text,
  accepted_user_agent text,
  signature_id bigint,
  -- The same document with the signature under it.
  accepted_pdf bytea,
  withdrawn_at timestamp(3) with time zone,
  opened_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  unique (contract_id, document_version),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  foreign key (organisation_id, signature_id) references signatures (organisation_id, id)
);
call protect_table('contract_documents');

-- Links that open one thing to whoever holds them. Read before an organisation is known, so they
-- belong to none; only the hash of a token is kept.
create table public_links (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  organisation_id bigint not null references organisations (id),
  object_class text not null,
  object_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now()
);
comment on table public_links is 'platform: links for customers, by the hash of their token';
create index public_links_object on public_links (organisation_id, object_class, object_id);

-- Charges that wait for the next invoice: welcome credits and cancellation fees here, late fees later.
create table pending_charges (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  contract_id bigint not null,
  customer_id bigint not null,
  charge_type text not null,
  name text not null,
  amount numeric(14,2) not null,
  unique_key text not null,
  dropped_at timestamp(3) with time zone,
  drop_reason text,
  created_at timestamp(3) with time zone not null default now(),
  unique (organisation_id, id),
  unique (organisation_id, unique_key),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id)
);
call protect_table('pending_charges');

-- A series begins with its first number: organisations that were there before it have it too.
create function start_series(series_name text) returns void language sql as $$
  insert into series (organisation_id, name, prefix, next_value)
  select scope_organisation(), series_name, prefix, 1001
  from (values ('contract_number', 'K-'), ('proposal_number', 'P-')) starts (name, prefix)
  where name = series_name and scope_organisation() is not null
  on conflict do nothing
$$;

create or replace function next_numbers(series_name text, target text, number_column text, wanted integer)
  returns text[] language plpgsql as $$
declare
  given text[] := '{}';
  candidates text[];
  missing integer := wanted;
begin
  while missing > 0 loop
    update series set next_value = next_value + missing where name = series_name
      returning array(select prefix || n
        from generate_series(next_value - missing, next_value - 1) n) into candidates;
    if candidates is null then
      perform start_series(series_name);
      if not exists (select from series where name = series_name) then
        raise exception 'No series called %', series_name;
      end if;
      continue;
    end if;
    -- Row-level security narrows this to the caller's organisation.
    execute format('select array(select c from unnest($1) c
      where not exists (select from %I where %I = c))', target, number_column)
      into candidates using candidates;
    given := given || candidates;
    missing := wanted - cardinality(given);
  end loop;
  return given;
end $$;
