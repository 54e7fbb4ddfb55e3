-- What is about to leave is held for a moment: until then whoever sent it may take it back, row by row,
-- and nothing is booked. What was left out of it stays here with the reason.
create table departures (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  action text not null check (action in ('approve', 'approve_send', 'send', 'remind', 'notice',
    'supplier_notice', 'run_approve', 'run_send')),
  options jsonb not null default '{}',
  -- Whoever asked for it, as jobs name people in the history.
  asked_by jsonb not null,
  user_id bigint not null,
  -- The one thing that leaves as a whole, such as a billing run, and the version that was looked at.
  about_id bigint,
  about_version integer,
  leaves_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  unique (organisation_id, id)
);
create index departures_list on departures (organisation_id, created_at desc, id desc);
call protect_table('departures');

create table departure_items (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  departure_id bigint not null,
  record text not null check (record in ('invoice', 'rateupdate', 'supplierrateupdate')),
  record_id bigint not null,
  record_version integer,
  customer_id bigint not null,
  name text not null,
  amount numeric(14, 2),
  state text not null check (state in ('held', 'left_out', 'taken_back', 'left', 'refused')),
  reason text,
  message text,
  unique (departure_id, record_id),
  foreign key (organisation_id, departure_id) references departures (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  check (state <> 'left_out' or reason is not null)
);
-- Two people never send the same thing side by side.
create unique index departure_items_held on departure_items (organisation_id, record, record_id)
  where state = 'held';
create index departure_items_record on departure_items (organisation_id, record, record_id, id desc);
create index departure_items_customer on departure_items (organisation_id, customer_id);
call protect_table('departure_items');

-- Why somebody left it out of what the run did last; it is asked about again the next time.
alter table billingrun_items add column left_out text;
