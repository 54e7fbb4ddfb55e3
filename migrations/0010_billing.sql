-- Money: suppliers' bills, customers' invoices, payments both ways, and the books they are kept in.

create table bills (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  supplier_statement_number text collate "en-x-icu",
  bill_status text not null
    check (bill_status in ('draft', 'approved', 'invoiced', 'paid', 'cleared', 'cancelled', 'refunded')),
  supplier_id bigint,
  contract_id bigint,
  customer_id bigint,
  invoice_id bigint,
  account_number_with_supplier text,
  date_issued date,
  period_start date,
  period_end date,
  period_days integer,
  supplier_due_date date,
  due_date date,
  ppd_percent numeric(9,4),
  lines jsonb,
  opening_balance numeric(14,2),
  undiscounted_bill_sum numeric(14,2),
  discounted_bill_sum numeric(14,2),
  othercharges_total numeric(14,2),
  due_total numeric(14,2),
  due_gst numeric(14,2),
  gst_type text
    check (gst_type in ('exclusive', 'inclusive', 'none')),
  gst_amount numeric(14,2),
  gst_percent numeric(9,4),
  balance numeric(14,2),
  last_for_contract boolean not null default false,
  is_disputed boolean not null default false,
  dispute_reason text,
  validations jsonb,
  source_sha256 text,
  source_name text,
  printed_total numeric(14,2),
  printed_gst numeric(14,2),
  notes text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(supplier_statement_number, '') || ' ' || coalesce(account_number_with_supplier, ''))) stored,
  unique (organisation_id, id),
  check (period_end is null or period_start is null or period_end >= period_start),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id)
);
-- A supplier's statement comes once, however its number is written.
create unique index bills_supplier_statement_number_unique on bills
  (organisation_id, supplier_id, regexp_replace(upper(supplier_statement_number), '[^A-Z0-9]', '', 'g'))
  where deleted_at is null and bill_status <> 'cancelled';
create index bills_list on bills (organisation_id, created_at desc, id desc) where deleted_at is null;
create index bills_due on bills (organisation_id, bill_status, supplier_due_date, id) where deleted_at is null;
create index bills_contract on bills (organisation_id, contract_id, period_start) where deleted_at is null;
create index bills_invoice on bills (organisation_id, invoice_id) where invoice_id is not null;
create index bills_source on bills (organisation_id, source_sha256) where source_sha256 is not null;
create index bills_search on bills using gin (search_text gin_trgm_ops);
call protect_table('bills');

create table invoices (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  invoice_number text collate "en-x-icu",
  invoice_status text not null
    check (invoice_status in ('draft', 'approved', 'invoiced', 'cleared', 'paid', 'cancelled', 'refunded')),
  customer_id bigint not null,
  contract_id bigint,
  supplier_id bigint,
  billing text not null
    check (billing in ('standard', 'split')),
  split_collection text not null
    check (split_collection in ('direct', 'through_us')),
  invoice_date date,
  invoiced_date date,
  period_start date,
  period_end date,
  period_days integer,
  due_date date,
  due_date_type text,
  due_date_value_offset integer,
  due_date_value_fixed integer,
  discounted_date date,
  discount_percent numeric(9,4),
  gst_percent numeric(9,4),
  service_fee_percent numeric(9,4),
  charges_sum numeric(14,2),
  charges_gst numeric(14,2),
  charges_total numeric(14,2),
  othercharges_sum numeric(14,2),
  othercharges_gst numeric(14,2),
  othercharges_total numeric(14,2),
  discounted_charges numeric(14,2),
  discounted_subtotal numeric(14,2),
  undiscounted_subtotal numeric(14,2),
  discounted_service_fee numeric(14,2),
  undiscounted_service_fee numeric(14,2),
  late_payment_fee_amount numeric(14,2),
  late_payment_fee_gst numeric(14,2),
  late_payment_fee_total numeric(14,2),
  opening_balance numeric(14,2),
  reliance_opening_balance numeric(14,2),
  reliance_opening_balance_gst numeric(14,2),
  supplier_opening_balance numeric(14,2),
  supplier_discounted_total_this_period numeric(14,2),
  supplier_discounted_total numeric(14,2),
  supplier_undiscounted_total numeric(14,2),
  discounted_total_this_period numeric(14,2),
  undiscounted_total_this_period numeric(14,2),
  discounted_total numeric(14,2),
  undiscounted_total numeric(14,2),
  gst_if_discounted numeric(14,2),
  gst_if_not numeric(14,2),
  balance numeric(14,2),
  ppd_granted boolean not null default false,
  ppd_state text
    check (ppd_state in ('open', 'earned', 'granted', 'lost')),
  is_held boolean not null default false,
  hold_reason text,
  last_for_contract boolean not null default false,
  lines jsonb,
  page_items jsonb,
  warnings jsonb,
  engine_version text,
  approved_at timestamp(3) with time zone,
  approved_by text,
  invoiced_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone,
  cleared_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  opened boolean not null default false,
  opened_at timestamp(3) with time zone,
  opened_ip text,
  delivery_problem text,
  redo_of_id bigint,
  superseded_by_id bigint,
  notes text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(invoice_number, '') || ' ' || coalesce(notes, ''))) stored,
  unique (organisation_id, id),
  check (period_end is null or period_start is null or period_end >= period_start),
  -- What was approved has its number; numbers are never given back.
  check (invoice_status in ('draft', 'cancelled') or invoice_number is not null),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, redo_of_id) references invoices (organisation_id, id),
  foreign key (organisation_id, superseded_by_id) references invoices (organisation_id, id),
  -- A contract's day is billed once.
  constraint invoices_period_overlap exclude using gist
    (contract_id with =, daterange(period_start, period_end, '[]') with &&)
    where (contract_id is not null and period_start is not null and period_end is not null
      and deleted_at is null and invoice_status <> 'cancelled')
);
create unique index invoices_invoice_number_unique on invoices (organisation_id, lower(invoice_number));
create index invoices_list on invoices (organisation_id, created_at desc, id desc) where deleted_at is null;
create index invoices_status on invoices (organisation_id, invoice_status, due_date, id) where deleted_at is null;
create index invoices_due on invoices (organisation_id, due_date, id) where deleted_at is null;
create index invoices_customer on invoices (organisation_id, customer_id, id desc) where deleted_at is null;
create index invoices_contract on invoices (organisation_id, contract_id, period_end desc) where deleted_at is null;
create index invoices_number on invoices (organisation_id, invoice_number, id) where deleted_at is null;
create index invoices_search on invoices using gin (search_text gin_trgm_ops);
call protect_table('invoices');
alter table bills add foreign key (organisation_id, invoice_id) references invoices (organisation_id, id);

-- What an invoice was computed from and how: kept apart, since lists never need it, and as the very
-- text it was, since it is read whole or not at all.
create table invoice_proofs (
  invoice_id bigint primary key,
  organisation_id bigint not null references organisations (id),
  input json not null,
  trace json not null,
  sha256 text,
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
);
call protect_table('invoice_proofs');

create table invoice_documents (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  invoice_id bigint not null,
  -- What was drawn: the same description gives the same bytes again.
  content jsonb not null,
  pdf bytea not null,
  sha256 bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  unique (invoice_id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
);
call protect_table('invoice_documents');

-- Who came by the link of an invoice: customers who looked, and apart from them staff, robots and
-- whatever fetched the page without looking at it.
create table invoice_openings (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  invoice_id bigint not null,
  kind text not null check (kind in ('customer', 'staff', 'robot', 'fetched')),
  ip text,
  user_agent text,
  created_at timestamp(3) with time zone not null default now(),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
);
create index invoice_openings_invoice on invoice_openings (organisation_id, invoice_id, id);
call protect_table('invoice_openings');

-- What became of the mails about something is found by how their keys begin.
create index mails_key on mails (unique_key text_pattern_ops);
alter table mails add column attachment_name text, add column attachment bytea;

alter table pending_charges
  add column invoice_id bigint,
  add column about_invoice_id bigint,
  alter column contract_id drop not null,
  add foreign key (organisation_id, invoice_id) references invoices (organisation_id, id),
  add foreign key (organisation_id, about_invoice_id) references invoices (organisation_id, id);
create index pending_charges_open on pending_charges (organisation_id, customer_id)
  where invoice_id is null and dropped_at is null;

create table invoicepayments (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  reference text collate "en-x-icu",
  payment_status text not null
    check (payment_status in ('received', 'reconciled', 'partly_refunded', 'refunded', 'failed', 'cancelled')),
  customer_id bigint not null,
  invoice_id bigint,
  payment_date date not null,
  payment_type text not null,
  amount_incl_gst numeric(14,2) not null,
  amount_excl_gst numeric(14,2),
  gst_type text
    check (gst_type in ('exclusive', 'inclusive', 'none')),
  gst_amount numeric(14,2),
  allocated_amount numeric(14,2),
  unallocated_amount numeric(14,2),
  refunded_amount numeric(14,2),
  -- What waits for the new draft of an invoice that is being redone.
  reserved_amount numeric(14,2),
  refund_date date,
  customer_paid boolean not null default false,
  clearsinvoice boolean not null default false,
  paid_in_full boolean not null default false,
  grant_ppd boolean not null default false,
  cancelled boolean not null default false,
  refunded boolean not null default false,
  cancelled_at timestamp(3) with time zone,
  notes text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(reference, '') || ' ' || coalesce(notes, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
);
create index invoicepayments_list on invoicepayments (organisation_id, payment_date desc, id desc) where deleted_at is null;
create index invoicepayments_customer on invoicepayments (organisation_id, customer_id, payment_date) where deleted_at is null;
create index invoicepayments_invoice on invoicepayments (organisation_id, invoice_id) where deleted_at is null;
create index invoicepayments_search on invoicepayments using gin (search_text gin_trgm_ops);
call protect_table('invoicepayments');

-- Which money lies on which invoice. A credit invoice is money, too.
create table allocations (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  invoice_id bigint not null,
  invoicepayment_id bigint,
  credit_invoice_id bigint,
  amount numeric(14,2) not null check (amount > 0),
  is_manual boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  check ((invoicepayment_id is null) <> (credit_invoice_id is null)),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id),
  foreign key (organisation_id, invoicepayment_id) references invoicepayments (organisation_id, id),
  foreign key (organisation_id, credit_invoice_id) references invoices (organisation_id, id)
);
create index allocations_customer on allocations (organisation_id, customer_id);
create index allocations_invoice on allocations (organisation_id, invoice_id);
create index allocations_payment on allocations (organisation_id, invoicepayment_id);
call protect_table('allocations');

create table billpayments (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  reference text collate "en-x-icu",
  payment_status text not null
    check (payment_status in ('draft', 'approved', 'paid', 'cleared', 'cancelled')),
  supplier_id bigint,
  bill_id bigint not null,
  payment_date date not null,
  payment_type text not null,
  amount_incl_gst numeric(14,2) not null,
  amount_excl_gst numeric(14,2),
  gst_type text
    check (gst_type in ('exclusive', 'inclusive', 'none')),
  gst_amount numeric(14,2),
  refund_date date,
  customer_paid boolean not null default false,
  clearsbill boolean not null default false,
  cancelled boolean not null default false,
  refunded boolean not null default false,
  batch text,
  cancelled_at timestamp(3) with time zone,
  notes text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(reference, '') || ' ' || coalesce(notes, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, bill_id) references bills (organisation_id, id)
);
create index billpayments_list on billpayments (organisation_id, payment_date desc, id desc) where deleted_at is null;
create index billpayments_bill on billpayments (organisation_id, bill_id) where deleted_at is null;
create index billpayments_search on billpayments using gin (search_text gin_trgm_ops);
call protect_table('billpayments');

-- The books: entries and their lines. Nothing in them is ever changed or taken out; the way to
-- correct an entry is another one that takes it back.
create table transactions (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  event text collate "en-x-icu" not null,
  transaction_date date not null,
  amount numeric(14,2) not null,
  customer_id bigint,
  supplier_id bigint,
  invoice_id bigint,
  bill_id bigint,
  invoicepayment_id bigint,
  billpayment_id bigint,
  reverses_id bigint,
  unique_key text,
  reason text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(event, '') || ' ' || coalesce(reason, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id),
  foreign key (organisation_id, bill_id) references bills (organisation_id, id),
  foreign key (organisation_id, invoicepayment_id) references invoicepayments (organisation_id, id),
  foreign key (organisation_id, billpayment_id) references billpayments (organisation_id, id),
  foreign key (organisation_id, reverses_id) references transactions (organisation_id, id)
);
create unique index transactions_unique_key on transactions (organisation_id, unique_key);
-- An entry is taken back at most once.
create unique index transactions_reverses on transactions (organisation_id, reverses_id)
  where reverses_id is not null;
create index transactions_list on transactions (organisation_id, created_at desc, id desc) where deleted_at is null;
create index transactions_customer on transactions (organisation_id, customer_id, id desc);
create index transactions_invoice on transactions (organisation_id, invoice_id, id);
create index transactions_bill on transactions (organisation_id, bill_id, id);
create index transactions_search on transactions using gin (search_text gin_trgm_ops);
call protect_table('transactions');

create table accounttransactions (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  transaction_id bigint not null,
  account integer not null,
  amount numeric(14,2) not null,
  transaction_date date not null,
  customer_id bigint,
  supplier_id bigint,
  invoice_id bigint,
  bill_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  unique (organisation_id, id),
  foreign key (organisation_id, transaction_id) references transactions (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id),
  foreign key (organisation_id, bill_id) references bills (organisation_id, id)
);
create index accounttransactions_list on accounttransactions (organisation_id, id desc) where deleted_at is null;
create index accounttransactions_entry on accounttransactions (organisation_id, transaction_id);
create index accounttransactions_customer on accounttransactions (organisation_id, customer_id, account);
create index accounttransactions_invoice on accounttransactions (organisation_id, invoice_id, account);
create index accounttransactions_bill on accounttransactions (organisation_id, bill_id, account);
call protect_table('accounttransactions');

create function keep_the_books() returns trigger language plpgsql as $$
begin
  -- A note may be added to the reason of an entry; money, days and whose it is stay for ever.
  if tg_op = 'UPDATE' and tg_table_name = 'transactions'
    and to_jsonb(new) - array['reason', 'version', 'modified_at', 'search_text']
      = to_jsonb(old) - array['reason', 'version', 'modified_at', 'search_text'] then
    return new;
  end if;
  raise exception 'The books are only added to.' using errcode = 'restrict_violation';
end $$;
create trigger keep_the_books before update or delete on transactions
  for each row execute function keep_the_books();
create trigger keep_the_books before update or delete on accounttransactions
  for each row execute function keep_the_books();

-- The lines of an entry come in one statement, and its debits and credits are equal.
create function balance_the_books() returns trigger language plpgsql as $$
begin
  if exists (select from added group by transaction_id having sum(amount) <> 0) then
    raise exception 'An entry does not balance.' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger balance_the_books after insert on accounttransactions
  referencing new table as added for each statement execute function balance_the_books();

-- Reminders and late fees, each step of an invoice at most once.
create table reminders (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  invoice_id bigint not null,
  step integer not null,
  outcome text not null,
  reason text,
  created_at timestamp(3) with time zone not null default now(),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
);
create unique index reminders_once on reminders (invoice_id, step) where outcome = 'sent';
create index reminders_invoice on reminders (organisation_id, invoice_id);
call protect_table('reminders');

create or replace function start_series(series_name text) returns void language sql as $$
  insert into series (organisation_id, name, prefix, next_value)
  select scope_organisation(), series_name, prefix, 1001
  from (values ('contract_number', 'K-'), ('proposal_number', 'P-'), ('invoice_number', 'INV-'))
    starts (name, prefix)
  where name = series_name and scope_organisation() is not null
  on conflict do nothing
$$;

create or replace function next_number(series_name text) returns text language plpgsql as $$
declare
  given text;
begin
  loop
    update series set next_value = next_value + 1 where name = series_name
      returning prefix || (next_value - 1)::text into given;
    exit when given is not null;
    perform start_series(series_name);
    if not exists (select from series where name = series_name) then
      raise exception 'No series called %', series_name;
    end if;
  end loop;
  return given;
end $$;
