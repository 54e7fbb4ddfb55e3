-- Records the office keeps beside its customers: enquiries, message templates, opted out contacts,
-- website settings, and what the platform shows everybody.

create table enquiries (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  subject text collate "en-x-icu" not null,
  text_plain text,
  enquiry_status text,
  contact_name text,
  email text,
  phone text,
  customer_id bigint,
  staff_id bigint,
  follow_up_date date,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(subject, '') || ' ' || coalesce(contact_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(text_plain, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, staff_id) references staffs (organisation_id, id)
);
create index enquiries_list on enquiries (organisation_id, created_at desc, id desc) where deleted_at is null;
create index enquiries_search on enquiries using gin (search_text gin_trgm_ops);
call protect_table('enquiries');

create table messagetemplates (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  type text not null
    check (type in ('email', 'sms')),
  subject text,
  text_base text,
  text_loop text,
  html text,
  is_active boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(subject, ''))) stored,
  unique (organisation_id, id)
);
create unique index messagetemplates_name_unique on messagetemplates
  (organisation_id, fold_text(name)) where deleted_at is null;
create index messagetemplates_list on messagetemplates (organisation_id, name, id) where deleted_at is null;
create index messagetemplates_search on messagetemplates using gin (search_text gin_trgm_ops);
call protect_table('messagetemplates');

create table messageblacklists (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  contact text collate "en-x-icu" not null,
  type text not null
    check (type in ('email', 'sms', 'all')),
  reason text,
  customer_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(contact, '') || ' ' || coalesce(reason, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id)
);
create unique index messageblacklists_contact_unique on messageblacklists
  (organisation_id, lower(contact)) where deleted_at is null;
create index messageblacklists_list on messageblacklists (organisation_id, created_at desc, id desc) where deleted_at is null;
create index messageblacklists_search on messageblacklists using gin (search_text gin_trgm_ops);
call protect_table('messageblacklists');

create table websites (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  company_name text collate "en-x-icu" not null,
  slogan text,
  contact_name text,
  website_url text,
  logo_url text,
  favicon_url text,
  privacy_url text,
  terms_url text,
  keywords text,
  copyright text,
  author text,
  map_key text,
  facebook_key text,
  analytics_key text,
  latitude numeric(18,8),
  longitude numeric(18,8),
  zoom integer,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  unique (organisation_id, id)
);
create unique index websites_organisation on websites (organisation_id) where deleted_at is null;
call protect_table('websites');

create table pagecontents (
  id bigint generated always as identity primary key,
  title text collate "en-x-icu" not null,
  url text,
  hashtag text,
  contact_url text,
  importance integer,
  html text,
  is_published boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(title, '') || ' ' || coalesce(url, '') || ' ' || coalesce(hashtag, ''))) stored
);
create index pagecontents_list on pagecontents (importance desc, title) where deleted_at is null;

create table notifications (
  id bigint generated always as identity primary key,
  subject text collate "en-x-icu" not null,
  text_plain text,
  importance text
    check (importance in ('information', 'attention', 'urgent')),
  starts_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(subject, '') || ' ' || coalesce(text_plain, ''))) stored
);
create index notifications_current on notifications (starts_at, expires_at) where deleted_at is null;
