-- A credit note knows the invoice it credits.
alter table invoices
  add column credits_id bigint,
  add foreign key (organisation_id, credits_id) references invoices (organisation_id, id);
create index invoices_credits on invoices (credits_id) where credits_id is not null;
