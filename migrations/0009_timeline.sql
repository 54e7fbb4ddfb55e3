-- One timeline per customer: notes hang on contracts, meters and proposals too, and what happened
-- before the timeline is told on it as well.

alter table notes drop constraint notes_reference_object_check;
alter table notes add constraint notes_reference_object_check check (reference_object in
  ('customer', 'supplier', 'partner', 'staff', 'contract', 'meter', 'proposal'));

-- What is brought in later is told where it belongs in time.
drop index history_customer;
create index history_customer on history (organisation_id, customer_id, created_at desc, id desc)
  where customer_id is not null;

-- The owner is under row-level security too, and no single organisation is meant here.
alter table history no force row level security;
alter table notes no force row level security;
update history set customer_id = object_id
  where object_class = 'customer' and customer_id is null;
update history h set customer_id = n.reference_id
  from notes n
  where h.object_class = 'note' and h.customer_id is null and n.id = h.object_id
    and n.organisation_id = h.organisation_id and n.reference_object = 'customer';
alter table notes force row level security;
alter table history force row level security;

-- The contract that was made of a won proposal.
alter table proposals add column made_contract_id bigint;
alter table proposals add foreign key (organisation_id, made_contract_id)
  references contracts (organisation_id, id);
