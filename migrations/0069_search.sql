-- One search over everything. Each record that can be found keeps its terms: the words of its names from
-- every word on, its numbers from both ends, its phones, its amounts. A search is then a prefix of
-- a term, and reads a bounded number of entries of one index however many records there are.

create table searchterms (
  organisation_id bigint not null references organisations (id),
  kind text collate "C" not null,
  term text collate "C" not null,
  record_id bigint not null,
  primary key (organisation_id, kind, term, record_id)
);
create index searchterms_record on searchterms (organisation_id, kind, record_id);
call protect_table('searchterms');

-- The words of a text as they are compared: small, without macrons, accents and apostrophes, one space
-- between them. Numbers and letters of every script are words.
create function search_words(input text) returns text
  language sql immutable parallel safe strict
  as $$ select trim(regexp_replace(
    regexp_replace(fold_text(input), '[''’ʼ‘`]', '', 'g') collate "en-x-icu",
    '[^[:alnum:]]+', ' ', 'g')) $$;

-- Digits as they are dialled within New Zealand, without the zero that leads them.
create function dialled_digits(input text) returns text
  language sql immutable parallel safe strict
  as $$ select regexp_replace(regexp_replace(input, '[^0-9]', '', 'g'), '^(0064|64|0)', '') $$;

-- The terms of one value. What is read from its end begins with ~, amounts begin with $.
create function search_terms(value text, form text) returns setof text
  language plpgsql immutable parallel safe strict as $$
declare
  words text[];
  whole text;
begin
  if form = 'amount' then
    if value::numeric <> 0 then
      return next '$' || to_char(abs(value::numeric), 'FM999999999990.00');
    end if;
  elsif form = 'phone' then
    whole := dialled_digits(value);
    if whole <> '' then
      return next whole;
      return next '~' || reverse(whole);
    end if;
  else
    -- A long note is found by its beginning; nobody looks for its hundredth word.
    words := (regexp_split_to_array(search_words(left(value, 600)), ' '))[1:40];
    for place in 1 .. cardinality(words) loop
      if length(words[place]) > 1 or place = 1 then
        return next left(array_to_string(words[place:], ' '), 60);
      end if;
    end loop;
    whole := array_to_string(words, '');
    if length(whole) between 2 and 40 then
      -- Whoever types McDonald finds Anne Mc Donald.
      for place in 1 .. cardinality(words) - 1 loop
        return next array_to_string(words[place:], '');
      end loop;
      if whole ~ '[0-9]' then return next '~' || reverse(whole); end if;
    end if;
  end if;
end $$;

-- The terms of a row; its columns are named as the trigger names them, with their form after a colon.
create function terms_of_row(stored jsonb, columns text[]) returns text[]
  language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct term), '{}')
  from unnest(columns) named,
    search_terms(stored ->> split_part(named, ':', 1), split_part(named, ':', 2)) term
  where term <> '' $$;

create function keep_search_terms() returns trigger language plpgsql as $$
declare
  kind_name text := tg_argv[0];
  columns text[] := tg_argv[1:];
  gone text[] := '{}';
  come text[] := '{}';
  owner bigint := coalesce(new.organisation_id, old.organisation_id);
  record bigint := coalesce(new.id, old.id);
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    gone := terms_of_row(to_jsonb(old), columns);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    come := terms_of_row(to_jsonb(new), columns);
  end if;
  if gone = come then return null; end if;
  delete from searchterms where organisation_id = owner and kind = kind_name and record_id = record
    and term = any (gone) and term <> all (come);
  insert into searchterms (organisation_id, kind, term, record_id)
    select owner, kind_name, term, record from unnest(come) term where term <> all (gone);
  return null;
end $$;

-- Makes the records of a table findable by the named columns, those that are there included.
create procedure make_findable(target text, kind_name text, columns text[]) language plpgsql as $$
declare
  plain text := (select string_agg(quote_ident(split_part(named, ':', 1)), ', ') from unnest(columns) named);
  listed text := (select string_agg(quote_literal(named), ', ') from unnest(columns) named);
begin
  execute format('create trigger keep_search_terms after insert or delete or update of %s, deleted_at
    on %I for each row execute function keep_search_terms(%L, %s)', plain, target, kind_name, listed);
  execute format('alter table %I no force row level security', target);
  execute 'alter table searchterms no force row level security';
  execute format('insert into searchterms (organisation_id, kind, term, record_id)
    select t.organisation_id, %L, term, t.id
    from %I t, unnest(terms_of_row(to_jsonb(t), array[%s])) term where t.deleted_at is null',
    kind_name, target, listed);
  execute format('alter table %I force row level security', target);
  execute 'alter table searchterms force row level security';
end $$;

call make_findable('customers', 'customer', array['name', 'customer_number', 'name_business',
  'trading_name', 'nzbn', 'email', 'email_other', 'phone:phone', 'phone_other:phone',
  'phone_mobile:phone', 'phone_work:phone', 'phone_home:phone', 'landline:phone', 'street', 'suburb',
  'city', 'contact_primary', 'email_primary', 'phone_primary:phone', 'contact_invoice',
  'email_invoice', 'phone_invoice:phone', 'name_authorised', 'email_authorised',
  'phone_authorised:phone', 'name_owner', 'name_joint', 'name_holder', 'email_holder',
  'phone_holder:phone']);
call make_findable('suppliers', 'supplier',
  array['name', 'short_name', 'contact_name', 'email', 'phone:phone', 'hotline:phone']);
call make_findable('partners', 'partner', array['name', 'contact_name', 'email', 'phone:phone']);
call make_findable('staffs', 'staff',
  array['name', 'job_title', 'email', 'phone_mobile:phone', 'phone_work:phone']);
call make_findable('contracts', 'contract',
  array['contract_number', 'account_number_with_supplier', 'connections']);
call make_findable('meters', 'meter',
  array['meter_number', 'icp_number', 'consumer_number', 'icp_location']);
call make_findable('invoices', 'invoice',
  array['invoice_number', 'discounted_total:amount', 'undiscounted_total:amount']);
call make_findable('bills', 'bill',
  array['supplier_statement_number', 'account_number_with_supplier', 'due_total:amount']);
call make_findable('adjustments', 'adjustment', array['adjustment_number', 'amount:amount']);
call make_findable('invoicepayments', 'invoicepayment', array['reference', 'amount_incl_gst:amount']);
call make_findable('billpayments', 'billpayment', array['reference', 'amount_incl_gst:amount']);
call make_findable('banktransactions', 'banktransaction',
  array['other_party', 'particulars', 'code', 'reference', 'amount:amount']);
call make_findable('commissionstatements', 'commissionstatement',
  array['statement_number', 'tax_invoice_number', 'to_pay:amount']);
call make_findable('proposals', 'proposal', array['name', 'proposal_number']);
call make_findable('enquiries', 'enquiry', array['subject', 'contact_name', 'email', 'phone:phone']);
call make_findable('tasks', 'task', array['subject', 'text_plain']);
call make_findable('notes', 'note', array['subject', 'text_plain']);
call make_findable('files', 'file', array['name', 'notes']);

-- What follows is asked by the application, and reads as the owner of search_ids does: comparing text
-- is not leakproof, so row-level security would keep the planner from the index.
do $$ begin
  execute format('grant app_search to %I', current_user);
end $$;
grant create on schema public to app_search;

-- What a typed text may be the beginning of: from, up to (exclusive), and how well it fits at best.
create function search_keys(typed text) returns table (low text, high text, fit integer)
  language plpgsql immutable parallel safe strict as $$
declare
  beyond constant text := chr(1114111);
  words text := search_words(typed);
  whole text := replace(words, ' ', '');
  digits text := dialled_digits(typed);
  amount text := replace(replace(trim(typed), ',', ''), '$', '');
begin
  if words = '' then return; end if;
  return query select words, words || beyond, 0;
  if whole <> words then return query select whole, whole || beyond, 1; end if;
  if length(whole) >= (case when whole ~ '[0-9]' then 3 else 5 end) then
    return query select '~' || reverse(whole), '~' || reverse(whole) || beyond, 3;
  end if;
  if typed ~ '^[-+0-9 ().]+$' and length(digits) >= 5 then
    return query select digits, digits || beyond, 0;
    return query select '~' || reverse(digits), '~' || reverse(digits) || beyond, 2;
  end if;
  if amount ~ '^-?[0-9]{1,9}([.][0-9]{1,2})?$' then
    amount := '$' || to_char(abs(amount::numeric), 'FM999999999990.00');
    return query select amount, amount || ' ', 0;
  end if;
end $$;

-- The records of each kind that fit best, at most so many entries read for each.
create function find_records(typed text, kinds text[], most integer)
  returns table (kind text, record_id bigint, fit integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.kind, found.record_id,
    min(key.fit * 3 + case when found.term = key.low then 0
      when starts_with(found.term, key.low || ' ') then 1 else 2 end)::integer
  from unnest(kinds) k (kind), search_keys(typed) key, lateral (
    select t.record_id, t.term from searchterms t
    where t.organisation_id = scope_organisation() and t.kind = k.kind
      and t.term >= key.low collate "C" and t.term < key.high collate "C"
    order by t.term limit most) found
  group by 1, 2 $$;

-- The records that have a term for every one of the words, in any order: those of the rarest word,
-- at most so many, and of them the ones that have the others too.
create function find_by_all_words(words text[], kind_name text, most integer) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  beyond constant text := chr(1114111);
  rarest text;
begin
  select word into rarest from unnest(words) word, lateral (
    select count(*) as n from (select from searchterms t
      where t.organisation_id = scope_organisation() and t.kind = kind_name
        and t.term >= word collate "C" and t.term < (word || beyond) collate "C" limit most) few) counted
  order by counted.n limit 1;
  return query select distinct few.record_id from (select t.record_id from searchterms t
      where t.organisation_id = scope_organisation() and t.kind = kind_name
        and t.term >= rarest collate "C" and t.term < (rarest || beyond) collate "C"
      limit most) few
    where not exists (select from unnest(words) word where not exists (
      select from searchterms t where t.organisation_id = scope_organisation()
        and t.kind = kind_name and t.record_id = few.record_id and starts_with(t.term, word)));
end $$;

-- The first words of terms that begin so, each once, at most so many. It goes from word to word along
-- the index; a word goes on with a space or not at all, and ! is what follows the space.
create function first_words(start text, kind_name text, most integer) returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  place text := start;
  word text;
begin
  for turn in 1 .. most loop
    select split_part(t.term, ' ', 1) into word from searchterms t
    where t.organisation_id = scope_organisation() and t.kind = kind_name
      and t.term >= place collate "C" and t.term < (start || chr(1114111)) collate "C"
    order by t.term limit 1;
    exit when word is null;
    return next word;
    place := word || '!';
  end loop;
end $$;

-- The same for a list of one kind, whose rows are then filtered and sorted. Parts of words count where
-- nothing begins with what was typed.
create function find_ids(kind_name text, target text, typed text, most integer) returns setof bigint
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp as $$
declare
  words text[] := regexp_split_to_array(search_words(typed), ' ');
begin
  return query select distinct found.record_id from find_records(typed, array[kind_name], most) found
    limit most;
  if found then return; end if;
  if cardinality(words) > 1 then
    return query select * from find_by_all_words(words, kind_name, most);
    if found then return; end if;
  end if;
  return query execute format('select id from %I where organisation_id = $1 and search_text like $2
    and deleted_at is null limit $3', target)
    using scope_organisation(),
      '%' || regexp_replace(fold_text(typed), '([\\%_])', '\\\1', 'g') || '%', most;
end $$;

alter function find_ids(text, text, text, integer) owner to app_search;
alter function find_records(text, text[], integer) owner to app_search;
alter function find_by_all_words(text[], text, integer) owner to app_search;
alter function first_words(text, text, integer) owner to app_search;
revoke create on schema public from app_search;
do $$ begin
  execute format('revoke app_search from %I', current_user);
end $$;
