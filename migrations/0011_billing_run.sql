-- Many invoices at once, and accounts that are left alone until somebody has looked at them.

create table billingruns (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  run_status text not null
    check (run_status in ('running', 'ready', 'approving', 'sending', 'done', 'cancelled', 'failed')),
  billed_to_date date,
  invoice_date date,
  supplier_id bigint,
  customer_type text,
  contract_ids jsonb,
  acknowledged jsonb,
  rows_total integer,
  rows_done integer,
  rows_failed integer,
  rows_approved integer,
  rows_sent integer,
  discounted_total numeric(14,2),
  undiscounted_total numeric(14,2),
  message text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id)
);
create index billingruns_list on billingruns (organisation_id, created_at desc, id desc) where deleted_at is null;
create index billingruns_search on billingruns using gin (search_text gin_trgm_ops);
call protect_table('billingruns');

-- One contract of a run. Its state says what is still to do, so that a run can stop anywhere.
create table billingrun_items (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  billingrun_id bigint not null,
  contract_id bigint not null,
  customer_id bigint not null,
  period_start date not null,
  period_end date not null,
  item_status text not null default 'waiting'
    check (item_status in ('waiting', 'made', 'approved', 'sent', 'failed')),
  invoice_id bigint,
  message text,
  unique (billingrun_id, contract_id),
  foreign key (organisation_id, billingrun_id) references billingruns (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
);
create index billingrun_items_todo on billingrun_items (billingrun_id, item_status, id);
create index billingrun_items_invoice on billingrun_items (organisation_id, invoice_id);
call protect_table('billingrun_items');

-- An account whose books do not add up gets no invoices and no reminders until they do.
create table parked_accounts (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  reason text not null,
  parked_at timestamp(3) with time zone not null default now(),
  released_at timestamp(3) with time zone,
  foreign key (organisation_id, customer_id) references customers (organisation_id, id)
);
create unique index parked_accounts_once on parked_accounts (organisation_id, customer_id)
  where released_at is null;
call protect_table('parked_accounts');

-- That care forbade a reminder is kept, once for each step.
create unique index reminders_refused_once on reminders (invoice_id, step) where outcome = 'refused';
