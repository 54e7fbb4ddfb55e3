-- Which invoice gave the credit that an entry puts somewhere, as credit_adjustment_id says it of an
-- adjustment. Entries from before do not say it.
alter table transactions add column credit_invoice_id bigint;
alter table transactions add constraint transactions_credit_invoice_fkey
  foreign key (organisation_id, credit_invoice_id) references invoices (organisation_id, id) not valid;
alter table transactions validate constraint transactions_credit_invoice_fkey;
create index transactions_credit_invoice on transactions (organisation_id, credit_invoice_id)
  where credit_invoice_id is not null;
