-- Which column of a file is which, as somebody of the organisation said it: the next file of that
-- kind with the same headings is read the same way.
create table importcolumns (
  organisation_id bigint not null references organisations (id),
  kind text not null,
  heading text not null,
  mapping jsonb not null,
  used_at timestamp(3) with time zone not null default now(),
  primary key (organisation_id, kind, heading)
);
call protect_table('importcolumns');

-- A file whose headings say nothing to us waits for its columns.
alter table readingimports drop constraint readingimports_import_status_check;
alter table readingimports add constraint readingimports_import_status_check check (import_status in
  ('checking', 'mapping', 'ready', 'accepting', 'done', 'undoing', 'undone', 'failed'));
