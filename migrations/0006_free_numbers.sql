-- The next numbers of a series that no row has yet: somebody may have typed one ahead of it, and a
-- series that stopped there would stop every row that leaves the number to it. Several callers'
-- numbers are taken at once.
create function next_numbers(series_name text, target text, number_column text, wanted integer)
  returns text[] language plpgsql as $$
declare
  given text[] := '{}';
  candidates text[];
  missing integer := wanted;
begin
  while missing > 0 loop
    update series set next_value = next_value + missing where name = series_name
      returning array(select prefix || n
        from generate_series(next_value - missing, next_value - 1) n) into candidates;
    if candidates is null then raise exception 'No series called %', series_name; end if;
    -- Row-level security narrows this to the caller's organisation.
    execute format('select array(select c from unnest($1) c
      where not exists (select from %I where %I = c))', target, number_column)
      into candidates using candidates;
    given := given || candidates;
    missing := wanted - cardinality(given);
  end loop;
  return given;
end $$;
