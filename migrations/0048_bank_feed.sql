-- Lines that a provider fetches from the bank by itself.
create table bankfeeds (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  bankaccount_id bigint not null,
  provider text not null check (provider in ('akahu')),
  provider_account_id text not null,
  provider_account_name text collate "en-x-icu" not null,
  -- What lets us read the account there; sealed.
  user_token text not null,
  -- What the provider says when it calls us, to tell whose news it is.
  hook_key text not null,
  feed_status text not null check (feed_status in ('working', 'broken')),
  message text collate "en-x-icu",
  connected_at timestamp(3) with time zone not null,
  connected_by text collate "en-x-icu" not null,
  -- When lines were last taken in, and when the look they came from had begun.
  fetched_at timestamp(3) with time zone,
  looked_at timestamp with time zone,
  -- When it was last looked at further back than usual.
  long_looked_at timestamp(3) with time zone,
  next_fetch_at timestamp(3) with time zone not null,
  unique (organisation_id, id),
  unique (organisation_id, bankaccount_id),
  foreign key (organisation_id, bankaccount_id) references bankaccounts (organisation_id, id)
);
call protect_table('bankfeeds');

alter table bankimports drop constraint bankimports_layout_check;
alter table bankimports add constraint bankimports_layout_check check (layout in ('anz', 'anz2',
  'asb', 'bnz', 'westpac', 'kiwibank', 'tsb', 'ofx', 'camt053', 'qif', 'generic', 'feed'));

-- What the feed calls a line: its own, and those of files that it has told as well. So a line of a
-- file stands for one line of the feed and no other.
alter table banktransactions
  add column feed_line_id text,
  add column taken_back_at timestamp(3) with time zone;
create index banktransactions_feed on banktransactions (organisation_id, bankaccount_id, feed_line_id)
  where feed_line_id is not null;
create index stagedbanklines_bank_line on stagedbanklines (organisation_id, bank_line_id)
  where bank_line_id is not null;
