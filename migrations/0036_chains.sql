-- Books and history that prove themselves: every entry gets a link that depends on all before it. Links
-- are made by a job each minute, so that writers never wait for one another.
create table chain_links (
  -- 0 for what belongs to the platform and to no organisation.
  organisation_id bigint not null,
  chain text not null check (chain in ('journal', 'history')),
  place bigint not null,
  row_id bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (organisation_id, chain, place)
);
comment on table chain_links is 'append-only: one link for each entry, in the order in which they were found';
create unique index chain_links_row on chain_links (chain, row_id);

-- The last link of each day, as it was mailed and may have been written down elsewhere.
create table chain_digests (
  organisation_id bigint not null,
  chain text not null check (chain in ('journal', 'history')),
  day date not null,
  place bigint not null,
  hash bytea not null check (length(hash) = 32),
  made_at timestamp(3) with time zone not null default now(),
  primary key (organisation_id, chain, day)
);
comment on table chain_digests is 'append-only: where each chain stood at the end of a day';

-- How far everything is linked. An entry may commit long after a later one: what has been linked for an
-- hour is safe, what came after it is looked through again.
create table chain_heads (
  organisation_id bigint not null,
  chain text not null,
  safe_id bigint not null default 0,
  next_safe_id bigint not null default 0,
  next_safe_at timestamp(3) with time zone not null default now(),
  primary key (organisation_id, chain)
);

do $$
declare
  target text;
begin
  foreach target in array array['chain_links', 'chain_digests', 'chain_heads'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    execute format($policy$create policy chain_scope on %I
      using (organisation_id = coalesce((select scope_organisation()), 0))
      with check (organisation_id = coalesce((select scope_organisation()), 0))$policy$, target);
    execute format('create policy backup_scope on %I for select to app_backup using (true)', target);
  end loop;
end $$;

create function keep_the_chain() returns trigger language plpgsql as $$
begin
  raise exception 'A chain is only added to.' using errcode = 'restrict_violation';
end $$;
create trigger keep_the_chain before update or delete on chain_links
  for each row execute function keep_the_chain();
create trigger keep_the_chain before update or delete on chain_digests
  for each row execute function keep_the_chain();
