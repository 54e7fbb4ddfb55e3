-- What a line is called wherever something refers to it: its day, the other party and its amount, as
-- in “05 Nov 2026 · Kauri Cafe · 1,628.45”. A number of ours says nothing to anybody.
create function bank_line_title(day date, party text, amount numeric) returns text
  language sql immutable parallel safe
  as $$ select lpad(extract(day from day)::text, 2, '0') || ' '
    || (array['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'])
      [extract(month from day)::int]
    || ' ' || extract(year from day)::text || coalesce(' · ' || left(party, 60), '')
    || ' · ' || case when amount < 0 then '−' else '' end
    || regexp_replace(abs(amount)::numeric(14,2)::text, '(\d)(?=(\d{3})+\.)', '\1,', 'g') $$;

alter table banktransactions add column shown_as text collate "en-x-icu"
  generated always as (bank_line_title(transaction_date, coalesce(other_party, memo, bank_type), amount))
  stored;
