-- The words of what leaves the house: a standard, which the platform may change for everybody and an
-- organisation for itself. What a template said is kept; a message names the words it had.

alter table messagetemplates
  add column key text check (key in ('invoice', 'reminder', 'reminder_2', 'reminder_3', 'new_dates',
    'correction', 'receipt', 'statement', 'adjustment', 'adjustment_reminder', 'offer', 'rate_notice',
    'remittance', 'answer')),
  add column context text not null default 'customer' check (context in ('customer', 'invoice',
    'reminder', 'new_dates', 'correction', 'payment', 'statement', 'adjustment', 'adjustment_reminder',
    'contract', 'rate_update', 'remittance', 'answer')),
  add column purpose text not null default 'service' check (purpose in ('service', 'promotional')),
  add column tone text not null default 'normal' check (tone in ('normal', 'final', 'disconnection'));
alter table messagetemplates
  alter column context drop default,
  alter column purpose drop default,
  alter column tone drop default;
create unique index messagetemplates_key_unique on messagetemplates (organisation_id, key, type)
  where deleted_at is null and key is not null;

create table messagetemplate_versions (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  template_id bigint not null,
  version integer not null,
  name text collate "en-x-icu" not null,
  subject text,
  text_base text,
  text_loop text,
  html text,
  is_removed boolean not null,
  actor_name text collate "en-x-icu",
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (organisation_id, template_id, version),
  foreign key (organisation_id, template_id) references messagetemplates (organisation_id, id)
);
comment on table messagetemplate_versions is 'append-only: what a template said, version by version';
call protect_table('messagetemplate_versions');
alter table messagetemplates no force row level security;
alter table messagetemplate_versions no force row level security;
insert into messagetemplate_versions (organisation_id, template_id, version, name, subject, text_base,
    text_loop, html, is_removed, created_at)
  select organisation_id, id, version, name, subject, text_base, text_loop, html,
    deleted_at is not null, modified_at from messagetemplates;
alter table messagetemplates force row level security;
alter table messagetemplate_versions force row level security;

-- The platform's own standards belong to no organisation, and every one of them reads them.
create table platformtemplates (
  id bigint generated always as identity primary key,
  key text not null check (key in ('invoice', 'reminder', 'reminder_2', 'reminder_3', 'new_dates',
    'correction', 'receipt', 'statement', 'adjustment', 'adjustment_reminder', 'offer', 'rate_notice',
    'remittance', 'answer')),
  subject text not null,
  text_base text not null,
  text_loop text,
  html text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(subject, ''))) stored
);
-- Of several, the newest is in force.
create index platformtemplates_list on platformtemplates (key, id desc) where deleted_at is null;
call count_changes('platformtemplates');

create table platformtemplate_versions (
  id bigint generated always as identity primary key,
  template_id bigint not null references platformtemplates (id),
  version integer not null,
  name text collate "en-x-icu" not null,
  subject text,
  text_base text,
  text_loop text,
  html text,
  is_removed boolean not null,
  actor_name text collate "en-x-icu",
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (template_id, version)
);
comment on table platformtemplate_versions is 'append-only: what a standard said, version by version';

alter table messages
  add column template_id bigint,
  add column template_version integer,
  add foreign key (organisation_id, template_id) references messagetemplates (organisation_id, id);
