-- A demonstration that a platform admin makes with one click and removes with another. Whether an
-- organisation is one is decided when it is made: what is real can never become removable.
create sequence demonstration_numbers;
alter table organisations
  add column demonstration_number integer,
  add column demonstration_status text
    check (demonstration_status in ('waiting', 'filling', 'ready', 'failed', 'removing')),
  add check ((demonstration_number is null) = (demonstration_status is null)),
  -- What keeps messages, money and news of demonstrations on this machine reads this flag.
  add check (demonstration_number is null or demo);
-- Its people go with it; nobody else does. It may be gone before somebody who works elsewhere as well.
alter table users add column demonstration_id bigint;
create index users_demonstration on users (demonstration_id) where demonstration_id is not null;

create function keep_demonstration() returns trigger language plpgsql as $$
begin
  raise exception 'Whether something belongs to a demonstration is decided when it is made.'
    using errcode = 'restrict_violation';
end $$;
create trigger keep_demonstration before update on organisations for each row
  when (new.demonstration_number is distinct from old.demonstration_number)
  execute function keep_demonstration();
create trigger keep_demonstration before update on users for each row
  when (new.demonstration_id is distinct from old.demonstration_id)
  execute function keep_demonstration();

-- Whether a row goes because its demonstration does: the function below says so, and nobody else can,
-- since nobody else works in the name of the tables' owner.
create function is_being_removed(whose bigint) returns boolean language sql stable as $$
  select case when current_setting('app.removing', true) = whose::text then
    current_user = (select pg_get_userbyid(relowner) from pg_class
      where oid = 'public.organisations'::regclass)
    and exists (select from organisations where id = whose and demonstration_number is not null)
  else false end $$;

create or replace trigger keep_the_books before update or delete on transactions
  for each row when (not is_being_removed(old.organisation_id)) execute function keep_the_books();
create or replace trigger keep_the_books before update or delete on accounttransactions
  for each row when (not is_being_removed(old.organisation_id)) execute function keep_the_books();
create or replace trigger keep_what_was_said before update or delete on messages
  for each row when (not is_being_removed(old.organisation_id)) execute function keep_what_was_said();
create or replace trigger keep_the_chain before update or delete on chain_links
  for each row when (not is_being_removed(old.organisation_id)) execute function keep_the_chain();
create or replace trigger keep_the_chain before update or delete on chain_digests
  for each row when (not is_being_removed(old.organisation_id)) execute function keep_the_chain();
create or replace trigger keep_filed_returns before update or delete on gstreturns
  for each row when (not is_being_removed(old.organisation_id)) execute function keep_filed_returns();

-- Invoices know the payment that earned a discount, and payments their invoice: where both go, either
-- may go first.
alter table invoices alter constraint invoices_organisation_id_ppd_granted_with_id_fkey
  deferrable initially immediate;
-- What somebody keeps to themselves goes with the rest.
alter policy own_replies on cannedreplies using (kept_for = 'shared'
  or owner_id = (select scope_user()) or is_being_removed(organisation_id));
-- Answers that are kept for whoever asks twice are the asker's alone; the owner takes them along.
do $$ begin
  execute format('create policy removal_scope on idempotency_keys to %I
    using (organisation_id = (select scope_organisation()))', current_user);
end $$;

-- Takes a demonstration away with everything that is told of it anywhere, and nothing else. It works as
-- the owner of the tables, inside the scope of that one organisation.
create function remove_demonstration(target bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before text := coalesce(current_setting('app.organisation_id', true), '');
  asking text := coalesce(current_setting('app.user_id', true), '');
  waiting text[];
  free text[];
  own record;
  person bigint;
begin
  perform from organisations where id = target and demonstration_number is not null for update;
  if not found then
    raise exception 'Only a demonstration can be removed.' using errcode = 'restrict_violation';
  end if;
  perform set_config('app.organisation_id', target::text, true),
    set_config('app.user_id', '', true), set_config('app.removing', target::text, true);
  set constraints all deferred;
  -- Whoever looked around there stays signed in.
  update sessions set organisation_id = null where organisation_id = target
    and user_id not in (select id from users where demonstration_id = target);
  delete from sessions where user_id in (select id from users where demonstration_id = target)
    or impersonator_id in (select id from users where demonstration_id = target);

  select array_agg(c.oid::regclass::text) into waiting from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname <> 'row_versions';
  -- What refers to others goes before them.
  while cardinality(waiting) > 0 loop
    select array_agg(w) into free from unnest(waiting) w where not exists (
      select from pg_constraint k where k.contype = 'f' and k.confrelid = w::regclass
        and k.conrelid <> k.confrelid and k.conrelid::regclass::text = any(waiting)
        and not k.condeferrable);
    if free is null then raise exception 'These refer to each other: %', waiting; end if;
    for own in select unnest(free) as name loop
      execute format('delete from %s where organisation_id = $1', own.name) using target;
    end loop;
    waiting := array(select unnest(waiting) except select unnest(free));
  end loop;

  delete from mails where demonstration_id = target;
  for person in select id from users where demonstration_id = target loop
    begin
      for own in select k.conrelid::regclass::text as name, a.attname as who from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_class c on c.oid = k.conrelid
        where k.contype = 'f' and k.confrelid = 'users'::regclass and k.conparentid = 0
          and not c.relrowsecurity
      loop
        execute format('delete from %s where %I = $1', own.name, own.who) using person;
      end loop;
      delete from users where id = person;
    exception when foreign_key_violation then
      -- Told of elsewhere, under a name that has to stay: nobody gets in with it any more.
      update users set is_disabled = true, password_hash = null, deleted_at = now(),
        session_version = session_version + 1 where id = person;
    end;
  end loop;
  -- Counted by the rows as they went.
  delete from row_versions where organisation_id = target;
  delete from organisations where id = target;
  if to_regclass('pgboss.job') is not null then
    execute $sql$ delete from pgboss.job where state < 'active'
      and data ->> 'organisation_id' = $1 $sql$ using target::text;
  end if;
  set constraints all immediate;
  perform set_config('app.organisation_id', before, true),
    set_config('app.user_id', asking, true), set_config('app.removing', '', true);
end $$;

-- Mail about getting in belongs to nobody's organisation; that of a demonstration's people, and what is
-- sent from inside of one, stays here.
alter table mails add column demonstration_id bigint;
create index mails_demonstration on mails (demonstration_id) where demonstration_id is not null;
create function note_demonstration() returns trigger language plpgsql as $$
begin
  new.demonstration_id := coalesce(
    (select demonstration_id from users where lower(email) = lower(new.mail_to)),
    (select id from organisations where id = scope_organisation()
      and demonstration_number is not null));
  return new;
end $$;
create trigger note_demonstration before insert on mails
  for each row execute function note_demonstration();

-- Nobody works in an organisation that is just being filled: the books of the others go on meanwhile.
create or replace function hold_the_books() returns void language plpgsql as $$
begin
  if exists (select from organisations where id = scope_organisation()
    and demonstration_status = 'filling') then return; end if;
  lock table accounttransactions in share mode;
end $$;
