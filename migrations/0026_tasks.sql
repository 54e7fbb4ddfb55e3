-- What somebody is to do, by when: made by people, and by what happens to contracts and to money.
create table tasks (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  subject text collate "en-x-icu" not null,
  text_plain text,
  task_status text not null check (task_status in ('open', 'done')),
  due_date date,
  reminder_date date,
  staff_id bigint,
  role_name text check (role_name in ('user', 'accounting', 'manager', 'admin')),
  reference_object text check (reference_object in ('customer', 'supplier', 'partner', 'staff',
    'contract', 'meter', 'proposal', 'enquiry', 'invoice', 'bill', 'invoicepayment', 'billpayment',
    'adjustment')),
  reference_id integer,
  done_at timestamp(3) with time zone,
  done_by text collate "en-x-icu",
  reminded_at timestamp(3) with time zone,
  cause text collate "en-x-icu",
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(subject, '') || ' ' || coalesce(text_plain, ''))) stored,
  unique (organisation_id, id),
  check (staff_id is null or role_name is null),
  foreign key (organisation_id, staff_id) references staffs (organisation_id, id)
);
create unique index tasks_cause_unique on tasks (organisation_id, lower(cause));
create index tasks_list on tasks (organisation_id, due_date, id) where deleted_at is null;
create index tasks_open on tasks (organisation_id, staff_id) where task_status = 'open' and deleted_at is null;
create index tasks_reference on tasks (organisation_id, reference_object, reference_id, id desc);
create index tasks_search on tasks using gin (search_text gin_trgm_ops);
call protect_table('tasks');
call count_changes('tasks');
