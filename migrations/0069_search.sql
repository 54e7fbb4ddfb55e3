-- One search over everything. Each record that can be found keeps its terms: the words of its names from
-- every word on, its numbers from both ends, its phones, its amounts. A search is then a prefix of
-- a term, and reads a bounded number of entries of one index however many records there are.

create table searchterms (
  -- No reference: it is that of the record, and to check it again for every term cost a third.
  organisation_id bigint not null,
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

-- The terms of the values of a row, each in its form: a name from every word on, with and without its
-- spaces; a number whole, from its later parts on and from its end; words from every word on; a mail
-- address whole and from its domain on; a phone from both ends; an amount. What is read from its end
-- begins with ~, amounts begin with $.
create function search_terms(cells text[], forms text[]) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  terms text[] := '{}';
  cell text;
  form text;
  words text[];
begin
  for place in 1 .. cardinality(cells) loop
    cell := cells[place];
    form := forms[place];
    continue when cell is null or cell = '';
    if form = 'amount' then
      if cell::numeric <> 0 then
        terms := terms || ('$' || to_char(abs(cell::numeric), 'FM999999999990.00'));
      end if;
    elsif form = 'phone' then
      cell := dialled_digits(cell);
      terms := terms || cell || ('~' || reverse(cell));
    else
      -- A long note is found by its beginning; nobody looks for its hundredth word.
      words := (string_to_array(search_words(left(cell, 600)), ' '))[1:40];
      if form = 'email' then
        cell := search_words(split_part(cell, '@', 2));
        terms := terms || left(array_to_string(words, ' '), 60) || left(cell, 60);
      elsif form = 'number' then
        for start in 1 .. cardinality(words) loop
          terms := terms || left(array_to_string(words[start:], ''), 60);
        end loop;
        terms := terms || ('~' || reverse(left(array_to_string(words, ''), 60)));
      else
        for start in 1 .. cardinality(words) loop
          if length(words[start]) > 1 or start = 1 then
            terms := terms || left(array_to_string(words[start:], ' '), 60);
          end if;
          -- Whoever types McDonald finds Anne Mc Donald.
          if form = 'name' and start < cardinality(words) then
            terms := terms || left(array_to_string(words[start:], ''), 60);
          end if;
        end loop;
      end if;
    end if;
  end loop;
  return array(select distinct term from unnest(terms) term where term not in ('', '~'));
end $$;

-- A record has other terms now: those that are gone go, those that have come come.
create procedure change_terms(owner bigint, kind_name text, record bigint, gone text[], come text[])
  language plpgsql as $$
begin
  if gone <> '{}' then
    delete from searchterms where organisation_id = owner and kind = kind_name
      and record_id = record and term = any (gone) and term <> all (come);
  end if;
  insert into searchterms (organisation_id, kind, term, record_id)
    select owner, kind_name, term, record from unnest(come) term
    where gone = '{}' or term <> all (gone);
end $$;

-- Makes the records of a table findable by the named columns, each with its form after a colon; those
-- that are there already included. The trigger is written for the table, because looking its columns
-- up by name for every row cost more than all the rest.
create procedure make_findable(target text, kind_name text, columns text[]) language plpgsql as $$
declare
  plain text := (select string_agg(quote_ident(split_part(named, ':', 1)), ', ' order by place)
    from unnest(columns) with ordinality listed (named, place));
  forms text := quote_literal((select array_agg(split_part(named, ':', 2) order by place)
    from unnest(columns) with ordinality listed (named, place)));
  before text := 'array[' || regexp_replace(plain, '(\w+)', 'old.\1::text', 'g') || ']';
  after text := 'array[' || regexp_replace(plain, '(\w+)', 'new.\1::text', 'g') || ']';
begin
  execute format($function$
    create function keep_terms_of_%1$s() returns trigger language plpgsql as $trigger$
    declare
      gone text[] := '{}';
      come text[] := '{}';
      was text[];
      becomes text[];
    begin
      if tg_op <> 'INSERT' and old.deleted_at is null then was := %3$s; end if;
      if tg_op <> 'DELETE' and new.deleted_at is null then becomes := %4$s; end if;
      if was is not distinct from becomes then return null; end if;
      if was is not null then gone := search_terms(was, %5$s); end if;
      if becomes is not null then come := search_terms(becomes, %5$s); end if;
      call change_terms(coalesce(new.organisation_id, old.organisation_id), %2$L,
        coalesce(new.id, old.id), gone, come);
      return null;
    end $trigger$ $function$, target, kind_name, before, after, forms);
  execute format('create trigger keep_search_terms after insert or delete or update of %s, deleted_at
    on %I for each row execute function keep_terms_of_%s()', plain, target, target);
  execute format('comment on trigger keep_search_terms on %I is %L', target,
    array_to_string(columns, ' '));
  execute format('alter table %I no force row level security', target);
  execute 'alter table searchterms no force row level security';
  execute format('insert into searchterms (organisation_id, kind, term, record_id)
    select t.organisation_id, %L, term, t.id from %I t, unnest(search_terms(%s, %s)) term
    where t.deleted_at is null',
    kind_name, target, replace(after, 'new.', 't.'), forms);
  execute format('alter table %I force row level security', target);
  execute 'alter table searchterms force row level security';
end $$;

call make_findable('customers', 'customer', array['name:name', 'name_business:name',
  'trading_name:name', 'contact_primary:name', 'contact_invoice:name', 'name_authorised:name',
  'name_owner:name', 'name_joint:name', 'name_holder:name', 'customer_number:number', 'nzbn:number',
  'email:email', 'email_other:email', 'email_primary:email', 'email_invoice:email',
  'email_authorised:email', 'email_holder:email', 'phone:phone', 'phone_other:phone',
  'phone_mobile:phone', 'phone_work:phone', 'phone_home:phone', 'landline:phone',
  'phone_primary:phone', 'phone_invoice:phone', 'phone_authorised:phone', 'phone_holder:phone',
  'street:words', 'suburb:words', 'city:words']);
call make_findable('suppliers', 'supplier', array['name:name', 'short_name:name',
  'contact_name:name', 'email:email', 'phone:phone', 'hotline:phone']);
call make_findable('partners', 'partner',
  array['name:name', 'contact_name:name', 'email:email', 'phone:phone']);
call make_findable('staffs', 'staff', array['name:name', 'email:email', 'phone_mobile:phone',
  'phone_work:phone', 'job_title:words']);
call make_findable('contracts', 'contract',
  array['contract_number:number', 'account_number_with_supplier:number', 'connections:words']);
call make_findable('meters', 'meter',
  array['meter_number:number', 'icp_number:number', 'consumer_number:number', 'icp_location:words']);
call make_findable('invoices', 'invoice', array['invoice_number:number', 'discounted_total:amount',
  'undiscounted_total:amount']);
call make_findable('bills', 'bill', array['supplier_statement_number:number',
  'account_number_with_supplier:number', 'due_total:amount']);
call make_findable('adjustments', 'adjustment', array['adjustment_number:number', 'amount:amount']);
call make_findable('invoicepayments', 'invoicepayment',
  array['reference:words', 'amount_incl_gst:amount']);
call make_findable('billpayments', 'billpayment', array['reference:words', 'amount_incl_gst:amount']);
call make_findable('banktransactions', 'banktransaction', array['other_party:name',
  'particulars:words', 'code:words', 'reference:words', 'amount:amount']);
call make_findable('commissionstatements', 'commissionstatement',
  array['statement_number:number', 'tax_invoice_number:number', 'to_pay:amount']);
call make_findable('proposals', 'proposal', array['proposal_number:number', 'name:words']);
call make_findable('enquiries', 'enquiry',
  array['contact_name:name', 'email:email', 'phone:phone', 'subject:words']);
call make_findable('tasks', 'task', array['subject:words', 'text_plain:words']);
call make_findable('notes', 'note', array['subject:words', 'text_plain:words']);
call make_findable('files', 'file', array['name:words', 'notes:words']);

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
-- the index: a word goes on with a space or not at all, and ! is what follows the space. What ends in
-- digits (smith17 of a mail address) is nobody's name: : follows the nine, and passes over all of them.
create function first_words(start text, kind_name text, most integer) returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  beyond constant text := start || chr(1114111);
  place text := start;
  word text;
begin
  for turn in 1 .. most loop
    select split_part(t.term, ' ', 1) into word from searchterms t
    where t.organisation_id = scope_organisation() and t.kind = kind_name
      and t.term >= place collate "C" and t.term < beyond collate "C"
    order by t.term limit 1;
    exit when word is null;
    if word ~ '[0-9]' then
      place := regexp_replace(word, '[0-9].*$', '') || ':';
    else
      return next word;
      place := word || '!';
    end if;
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
