-- What a person chooses of language, formats and time zone is checked; what nothing obeyed before
-- becomes what it was taken for.
update users set language = 'en-NZ' where language is not null and language <> 'en-NZ';
update users set locale = 'en-NZ' where locale is not null and locale <> 'en-NZ';
update users set timezone = 'Pacific/Auckland'
  where timezone is not null and timezone not in (select name from pg_timezone_names);
alter table users add check (language in ('en-NZ')), add check (locale in ('en-NZ'));
