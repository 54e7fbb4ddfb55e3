-- Suppliers, partners, staff, customers and notes: the people the broker works with.

create table suppliers (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  short_name text,
  monday_name text,
  is_active boolean not null default false,
  supplier_direct_debit boolean not null default false,
  allow_duplicate_file boolean not null default false,
  contact_name text,
  email text,
  phone text,
  hotline text,
  website_url text,
  street text,
  suburb text,
  city text,
  postcode text,
  network_name text,
  bank_name text,
  bank_account_name text,
  bank_account_number text,
  bank_swift_number text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  name_folded text generated always as (fold_text(name)) stored,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(short_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(network_name, ''))) stored,
  unique (organisation_id, id)
);
create unique index suppliers_name_unique on suppliers (organisation_id, fold_text(name))
  where deleted_at is null;
create index suppliers_name_folded on suppliers (organisation_id, name_folded);
create index suppliers_list on suppliers (organisation_id, name, id) where deleted_at is null;
create index suppliers_search on suppliers using gin (search_text gin_trgm_ops);
call protect_table('suppliers');

create table partners (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  is_active boolean not null default false,
  contact_name text,
  email text,
  phone text,
  street text,
  suburb text,
  city text,
  postcode text,
  gst_number text,
  signup_commission_commercial numeric(14,2),
  signup_commission_residential numeric(14,2),
  signup_commission_unit text
    check (signup_commission_unit in ('percent', 'fixed')),
  partner_rate_amount numeric(18,8),
  partner_rate_standard numeric(18,8),
  partner_rate_simple numeric(18,8),
  partner_rate_unit text
    check (partner_rate_unit in ('percent', 'fixed')),
  bank_account_name text,
  bank_account_number text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  name_folded text generated always as (fold_text(name)) stored,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(contact_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(city, ''))) stored,
  unique (organisation_id, id)
);
create unique index partners_name_unique on partners (organisation_id, fold_text(name))
  where deleted_at is null;
create index partners_name_folded on partners (organisation_id, name_folded);
create index partners_list on partners (organisation_id, name, id) where deleted_at is null;
create index partners_search on partners using gin (search_text gin_trgm_ops);
call protect_table('partners');

create table staffs (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  job_title text,
  email text,
  phone_mobile text,
  phone_work text,
  is_active boolean not null default false,
  user_id bigint references users (id),
  view_customer_direct_debit boolean not null default false,
  set_customer_direct_debit_password boolean not null default false,
  encrypt boolean not null default false,
  can_decrypt boolean not null default false,
  allow_duplicate_file boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  name_folded text generated always as (fold_text(name)) stored,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(job_title, ''))) stored,
  unique (organisation_id, id)
);
create unique index staffs_user_id_unique on staffs (organisation_id, user_id)
  where deleted_at is null;
create index staffs_name_folded on staffs (organisation_id, name_folded);
create index staffs_list on staffs (organisation_id, name, id) where deleted_at is null;
create index staffs_search on staffs using gin (search_text gin_trgm_ops);
call protect_table('staffs');

create table customers (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  customer_number text,
  customer_type text,
  customer_industry text,
  customer_status text,
  name text collate "en-x-icu" not null,
  name_business text,
  trading_name text,
  nzbn text,
  incorporation_date date,
  gst_number text,
  gst_registered boolean not null default false,
  email text,
  email_other text,
  phone text,
  phone_other text,
  phone_mobile text,
  phone_work text,
  phone_home text,
  landline text,
  street text,
  suburb text,
  city text,
  postcode text,
  country text,
  language text,
  credit_risk text,
  account_credit numeric(14,2) default 0,
  receive_mail_invoices boolean not null default false,
  receive_promo_emails boolean not null default false,
  receive_sms_reminders boolean not null default false,
  simple_invoicing boolean not null default false,
  required_for_medical boolean not null default false,
  contact_primary text,
  email_primary text,
  phone_primary text,
  contact_invoice text,
  email_invoice text,
  phone_invoice text,
  receives_invoice boolean not null default false,
  invoice_recipients text[] not null default '{}',
  name_authorised text,
  email_authorised text,
  phone_authorised text,
  name_owner text,
  name_joint text,
  dob_joint text,
  name_holder text,
  email_holder text,
  phone_holder text,
  dob_holder text,
  bank_name text,
  bank_account_name text,
  bank_account_number text,
  bank_swift_number text,
  gocardless_customer_id text,
  gocardless_mandate_id text,
  gocardless_mandate_status text
    check (gocardless_mandate_status in ('pending_customer_approval', 'pending_submission', 'submitted', 'active', 'suspended_by_payer', 'failed', 'cancelled', 'expired', 'consumed', 'blocked')),
  invoice_latest integer,
  balance_total numeric(14,2) default 0,
  balance_overdue numeric(14,2) default 0,
  balance_current numeric(14,2) default 0,
  charge_late_fee boolean not null default false,
  ppd_granted boolean not null default false,
  partner_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  name_folded text generated always as (fold_text(name)) stored,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(customer_number, '') || ' ' || coalesce(trading_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_mobile, '') || ' ' || coalesce(city, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, partner_id) references partners (organisation_id, id)
);
create unique index customers_customer_number_unique on customers (organisation_id, customer_number);
create index customers_status on customers (organisation_id, customer_status, name, id)
  where deleted_at is null;
create index customers_overdue on customers (organisation_id, balance_overdue desc, id desc)
  where deleted_at is null;
create index customers_partner on customers (organisation_id, partner_id);
create index customers_nzbn on customers (organisation_id, nzbn) where nzbn is not null;
create index customers_email on customers (organisation_id, email) where email is not null;
create index customers_phone on customers (organisation_id, phone) where phone is not null;
create index customers_phone_mobile on customers (organisation_id, phone_mobile)
  where phone_mobile is not null;
create index customers_name_folded on customers (organisation_id, name_folded);
create index customers_list on customers (organisation_id, name, id) where deleted_at is null;
create index customers_search on customers using gin (search_text gin_trgm_ops);
call protect_table('customers');

create table notes (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  subject text collate "en-x-icu" not null,
  text_plain text,
  reference_object text
    check (reference_object in ('customer', 'supplier', 'partner', 'staff')),
  reference_id integer,
  is_pinned boolean not null default false,
  staff_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(subject, '') || ' ' || coalesce(text_plain, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, staff_id) references staffs (organisation_id, id)
);
create index notes_reference on notes (organisation_id, reference_object, reference_id, id desc);
create index notes_list on notes (organisation_id, created_at desc, id desc) where deleted_at is null;
create index notes_search on notes using gin (search_text gin_trgm_ops);
call protect_table('notes');

