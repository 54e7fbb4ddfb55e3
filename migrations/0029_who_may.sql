-- From where a person has signed in, or has opened a link that was mailed to them. Strangers'
-- wrong tries slow a name down everywhere else, and never here.
create table known_networks (
  user_id bigint not null references users (id),
  network text not null,
  last_seen_at timestamp(3) with time zone not null,
  primary key (user_id, network)
);
comment on table known_networks is 'platform: looked up before an organisation is known';
create index known_networks_age on known_networks (last_seen_at);
-- Where people work today must not be strange to them tomorrow.
insert into known_networks (user_id, network, last_seen_at)
  select user_id, ip, max(created_at) from sessions
  where impersonator_id is null and ip <> '' and ip not like '%:%' group by 1, 2;
