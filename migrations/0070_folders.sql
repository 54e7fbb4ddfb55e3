-- Folders of files: a tree for each organisation. Until now a folder was only a word that files shared.
create table folders (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  parent_id bigint check (parent_id <> id),
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, parent_id) references folders (organisation_id, id)
);
-- Those that lie in no other are as much beside each other as those in one.
create unique index folders_name_unique on folders (organisation_id, coalesce(parent_id, 0), lower(name))
  where deleted_at is null;
create index folders_parent on folders (organisation_id, parent_id);
create index folders_search on folders using gin (search_text gin_trgm_ops);
call protect_table('folders');
call count_changes('folders');

alter table files add column folder_id bigint;
alter table files add foreign key (organisation_id, folder_id) references folders (organisation_id, id);

-- Every word becomes a folder at the top, however it was written; deleted files keep theirs as well.
alter table files no force row level security;
alter table folders no force row level security;
insert into folders (organisation_id, name)
  select organisation_id, min(btrim(folder)) from files where btrim(folder) <> ''
  group by organisation_id, lower(btrim(folder));
update files f set folder_id = o.id from folders o
  where o.organisation_id = f.organisation_id and lower(o.name) = lower(btrim(f.folder));
alter table folders force row level security;
alter table files force row level security;

alter table files drop column search_text;
alter table files drop column folder;
alter table files add column search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(notes, ''))) stored;
create index files_search on files using gin (search_text gin_trgm_ops);
create index files_folder on files (organisation_id, folder_id, created_at desc, id desc);
-- Files with the same bytes are found by files_sha256, those that only look the same by this.
create index files_twins on files (organisation_id, lower(name), size_bytes) where deleted_at is null;
