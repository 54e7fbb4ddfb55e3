-- A mail that whoever relays it has brought, as it came, until it has been taken in.
create table mailcalls (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  raw bytea not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (organisation_id, id)
);
call protect_table('mailcalls');
