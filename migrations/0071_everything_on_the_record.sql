-- Notes say who wrote them, and notes and files hang on invoices and bills too.

alter table notes add column written_by text collate "en-x-icu";

-- Whoever made a note's row wrote it. The owner is under row-level security too.
alter table history no force row level security;
alter table notes no force row level security;
update notes n set written_by = h.actor_name from history h
  where h.object_class = 'note' and h.action = 'create' and h.object_id = n.id
    and h.organisation_id = n.organisation_id;
alter table notes force row level security;
alter table history force row level security;

alter table notes drop constraint notes_reference_object_check;
alter table notes add constraint notes_reference_object_check check (reference_object in
  ('customer', 'supplier', 'partner', 'staff', 'contract', 'meter', 'proposal', 'invoice', 'bill'));
alter table files drop constraint files_reference_object_check;
alter table files add constraint files_reference_object_check check (reference_object in
  ('customer', 'contract', 'meter', 'supplier', 'partner', 'proposal', 'staff', 'invoice', 'bill'));
