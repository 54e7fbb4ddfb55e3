-- Pictures that an organisation has put at the head of its papers. What was printed with one is drawn
-- again with the same, so that none is ever taken away.
create table logos (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bytea not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (organisation_id, sha256)
);
comment on table logos is 'append-only: pictures at the head of papers, by their digest';
call protect_table('logos');

-- What a contract prints beside its terms is called so, and notes of the office are another thing.
alter table contracts rename column notes to conditions;
alter table contracts add column notes text;
