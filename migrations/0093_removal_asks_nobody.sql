-- Whether a row goes with its demonstration is asked by policies, too, in the name of whoever searches:
-- an SQL function is written out where it is used and needs the right to read organisations even where
-- nothing is being removed. This one only reads them when something is.
create or replace function is_being_removed(whose bigint) returns boolean language plpgsql stable as $$
begin
  if current_setting('app.removing', true) is distinct from whose::text then return false; end if;
  return current_user = (select pg_get_userbyid(relowner) from pg_class
      where oid = 'public.organisations'::regclass)
    and exists (select from organisations where id = whose and demonstration_number is not null);
end $$;
