-- Reports that are mailed regularly, what became of each, and files that go with a mail.

create table reportschedules (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  report_name text collate "en-x-icu" not null,
  frequency text not null default 'weekly' check (frequency in ('daily', 'weekly', 'monthly')),
  on_day integer not null default 1 check (on_day between 1 and 31),
  relative_period text check (relative_period in ('yesterday', 'last_week', 'this_month', 'last_month',
    'this_quarter', 'last_quarter', 'this_gst', 'last_gst', 'this_year', 'last_year')),
  report_group text collate "en-x-icu",
  only_of text collate "en-x-icu",
  compare_with text check (compare_with in ('before', 'year')),
  recipient_ids bigint[] not null default '{}',
  schedule_status text not null default 'active' check (schedule_status in ('active', 'paused')),
  owner_id bigint references users (id),
  next_date date,
  last_date date,
  last_outcome text collate "en-x-icu",
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  modified_at timestamp(3) with time zone not null default clock_timestamp(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, ''))) stored,
  unique (organisation_id, id)
);
create index reportschedules_list on reportschedules (organisation_id, name, id) where deleted_at is null;
create index reportschedules_due on reportschedules (organisation_id, next_date)
  where deleted_at is null and schedule_status = 'active';
create index reportschedules_search on reportschedules using gin (search_text gin_trgm_ops);
call protect_table('reportschedules');
-- Seen by whoever asked for it, and by the program that sends it.
create policy own_schedules on reportschedules as restrictive
  using ((select scope_user()) is null or owner_id = (select scope_user()));
call count_changes('reportschedules');

-- A schedule is done with a day once: the row stands in the transaction that queues the mails.
create table reportschedule_runs (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  reportschedule_id bigint not null,
  run_date date not null,
  sent integer not null,
  outcome text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (organisation_id, reportschedule_id, run_date),
  foreign key (organisation_id, reportschedule_id) references reportschedules (organisation_id, id)
);
comment on table reportschedule_runs is 'append-only: what became of a regular report on a day';
call protect_table('reportschedule_runs');

-- Files that go with a mail and are let go of once it has left.
create table message_enclosures (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  message_id bigint not null,
  name text not null,
  bytes bytea not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  foreign key (organisation_id, message_id) references messages (organisation_id, id)
);
create index message_enclosures_message on message_enclosures (organisation_id, message_id, id);
call protect_table('message_enclosures');

-- What else than a message consumer care kept from a customer: a fee, or another try at their account.
create table care_sparings (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  what text not null check (what in ('late_fee', 'dishonour_fee', 'debit_retry')),
  rule text not null check (rule in ('medical', 'hardship', 'disputed')),
  amount numeric(14,2),
  words text not null,
  invoice_id bigint,
  invoicepayment_id bigint,
  -- What makes it this one: the same is kept once, however often it is looked at.
  unique_key text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (organisation_id, unique_key),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id),
  foreign key (organisation_id, invoicepayment_id) references invoicepayments (organisation_id, id)
);
comment on table care_sparings is 'append-only: what consumer care kept from a customer beside messages';
create index care_sparings_day on care_sparings (organisation_id, created_at);
call protect_table('care_sparings');

-- Reports count what happened in some days.
create index history_day on history (organisation_id, created_at, object_class, action);
create index messageblacklists_day on messageblacklists (organisation_id, created_at);
create index reminders_refused on reminders (organisation_id, created_at) where outcome = 'refused';
