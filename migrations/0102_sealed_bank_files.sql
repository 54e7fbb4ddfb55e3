-- A bank's file holds account numbers of payers: while it waits to be read its text is sealed, and
-- once it was read it is not kept. What waits in clear is sealed by the next start, which has the key.
alter table bankimport_files add column sealed_content text;
alter table bankimport_files alter column content drop not null;

alter table bankimport_files no force row level security;
delete from bankimport_files where content = '';
alter table bankimport_files force row level security;
