-- Views of lists that everybody of an organisation sees. What somebody keeps for themselves stays in
-- their userconfigs, as does the view with which a list opens for them.
create table sharedviews (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  list_name text not null,
  name text collate "en-x-icu" not null,
  search text not null,
  user_id bigint not null references users (id),
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  unique (organisation_id, id)
);
create unique index sharedviews_name_unique on sharedviews (organisation_id, list_name, lower(name));
call protect_table('sharedviews');
