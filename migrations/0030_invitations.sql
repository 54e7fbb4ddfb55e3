-- People join an organisation by their own consent. What an admin typed is all an invitation tells
-- of somebody: whether there is such a person is known to the mailbox alone, until they accept.
create table invitations (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  invited text not null,
  role_name text not null check (role_name in ('user', 'accounting', 'manager', 'admin')),
  invitation_status text not null default 'waiting'
    check (invitation_status in ('waiting', 'accepted', 'declined', 'withdrawn')),
  invited_by bigint not null references users (id),
  invited_by_name text not null,
  -- Whom the link was mailed to; never answered to anybody.
  user_id bigint references users (id),
  sent_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  answered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  unique (organisation_id, id)
);
create unique index invitations_waiting on invitations (organisation_id, lower(invited))
  where invitation_status = 'waiting';
create index invitations_latest on invitations (organisation_id, id desc);
call protect_table('invitations');
