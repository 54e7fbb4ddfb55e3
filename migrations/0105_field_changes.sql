-- One field changed in many selected rows by the server: it goes on without the screen that asked for
-- it, says of each row what became of it, and can be stopped and undone.
create table fieldchanges (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  object_class text not null,
  field text not null,
  value jsonb not null,
  state text not null check (state in ('running', 'stopped', 'done', 'undoing', 'undone')),
  -- Whoever asked for it and whoever undoes it, as jobs name people in the history, and in what role.
  user_id bigint not null,
  asked_by jsonb not null,
  asked_as text not null,
  undone_by jsonb,
  undone_as text,
  created_at timestamp(3) with time zone not null default now(),
  unique (organisation_id, id),
  check (undone_by is not null or state not in ('undoing', 'undone'))
);
create index fieldchanges_mine on fieldchanges (organisation_id, user_id, id desc);
call protect_table('fieldchanges');

create table fieldchange_rows (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  fieldchange_id bigint not null,
  object_id bigint not null,
  state text not null check (state in ('waiting', 'changed', 'same', 'refused', 'undone', 'kept')),
  before jsonb,
  -- What the history told of this change: while it is the last word on the field, it can be undone.
  history_id bigint,
  problem text,
  unique (fieldchange_id, object_id),
  foreign key (organisation_id, fieldchange_id)
    references fieldchanges (organisation_id, id) on delete cascade,
  check ((problem is not null) = (state in ('refused', 'kept')))
);
create index fieldchange_rows_state on fieldchange_rows (fieldchange_id, state, id);
create index fieldchange_rows_owner on fieldchange_rows (organisation_id, fieldchange_id);
call protect_table('fieldchange_rows');
