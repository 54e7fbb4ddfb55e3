-- Files hang on records like notes. Their bytes lie in the data folder, under their fingerprint.

create table files (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  folder text,
  reference_object text
    check (reference_object in ('customer', 'contract', 'meter', 'supplier', 'partner', 'proposal')),
  reference_id integer,
  notes text,
  media_type text,
  size_bytes integer,
  sha256 text,
  is_encrypted boolean not null default false,
  user_id bigint references users (id),
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(folder, '') || ' ' || coalesce(notes, ''))) stored,
  unique (organisation_id, id)
);
create index files_reference on files (organisation_id, reference_object, reference_id, id desc);
create index files_sha256 on files (organisation_id, sha256) where deleted_at is null;
create index files_list on files (organisation_id, created_at desc, id desc) where deleted_at is null;
create index files_search on files using gin (search_text gin_trgm_ops);
call protect_table('files');

-- Where the bytes are: the fingerprint of what is stored, and the wrapped key where it is sealed.
create table file_contents (
  file_id bigint primary key,
  organisation_id bigint not null references organisations (id),
  stored_sha256 text not null check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  wrapped_key bytea,
  foreign key (organisation_id, file_id) references files (organisation_id, id)
);
create index file_contents_stored on file_contents (organisation_id, stored_sha256);
call protect_table('file_contents');
