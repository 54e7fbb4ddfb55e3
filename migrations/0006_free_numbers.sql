-- The next number of a series that no row has yet: somebody may have typed one ahead of it, and a
-- series that stopped there would stop every row that leaves the number to it.
create function next_number(series_name text, target text, number_column text) returns text
  language plpgsql as $$
declare
  given text;
  is_taken boolean;
begin
  loop
    given := next_number(series_name);
    -- Row-level security narrows this to the caller's organisation.
    execute format('select exists (select from %I where %I = $1)', target, number_column)
      into is_taken using given;
    if not is_taken then return given; end if;
  end loop;
end $$;
