-- What another server said of a message of ours, as it said it: kept for 400 days, without what opens
-- something. What happened stays; only these words are let go.
alter table messageevents add unique (organisation_id, id);

create table messageraws (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  event_id bigint not null,
  words text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (organisation_id, event_id),
  foreign key (organisation_id, event_id) references messageevents (organisation_id, id)
);
create index messageraws_old on messageraws (organisation_id, created_at);
call protect_table('messageraws');

-- A text message has no draft: one that was taken back before is cancelled, as those are from now on.
alter table messages no force row level security;
alter table messages disable trigger user;
update messages set status = 'cancelled', version = version + 1
where type = 'sms' and direction = 'out' and status = 'draft';
alter table messages enable trigger user;
alter table messages force row level security;
