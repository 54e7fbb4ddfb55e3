-- One entry per contact, and each cause of it by itself: a STOP on a number that came back before is
-- kept beside it, and START takes back the STOP alone. Null where the entry has the one cause that
-- its own columns say.
alter table messageblacklists
  add column causes jsonb check (jsonb_typeof(causes) = 'array');
