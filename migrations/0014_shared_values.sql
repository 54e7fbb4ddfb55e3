-- Looks up rows whose list shares a value with the wanted ones, for the caller's organisation. As
-- with search_ids: “&&” is not leakproof, so row-level security would keep the planner from the
-- index, and the function takes the organisation from the same setting as the policies.
do $$ begin
  execute format('grant app_search to %I', current_user);
end $$;
grant create on schema public to app_search;

create function sharing_ids(target text, listed text, wanted text[]) returns setof bigint
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp
  as $$
declare
  organisation bigint := scope_organisation();
begin
  if organisation is null then return; end if;
  return query execute format('select id from %I where organisation_id = $1 and %I && $2', target,
    listed) using organisation, wanted;
end $$;
alter function sharing_ids(text, text, text[]) owner to app_search;
revoke create on schema public from app_search;
do $$ begin
  execute format('revoke app_search from %I', current_user);
end $$;
