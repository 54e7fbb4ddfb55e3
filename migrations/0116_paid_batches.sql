-- What stood in a file of payments to suppliers when it was written: the same file is fetched again from
-- here, and not from accounts and names as they are by then.
create table paid_batches (
  organisation_id bigint not null references organisations (id),
  batch text not null,
  content jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  primary key (organisation_id, batch)
);
comment on table paid_batches is 'append-only: what stood in each file of payments';
call protect_table('paid_batches');
