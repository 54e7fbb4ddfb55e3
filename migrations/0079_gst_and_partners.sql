-- GST is a setting with days. A contract of 15 % got it as the usual percentage and goes on with
-- whatever that will be; another one, 0 among them, was agreed on and stays. Bills, invoices and
-- proposals keep what they were made with.
alter table contracts no force row level security;
alter table contract_terms no force row level security;
update contracts set gst_percent = null where gst_percent = 15;
update contract_terms set terms = jsonb_set(terms, '{gst_percent}', 'null')
  where (terms ->> 'gst_percent')::numeric = 15;
alter table contracts force row level security;
alter table contract_terms force row level security;

alter table partners add column nzbn text;

alter table accountantfiles drop constraint accountantfiles_target_check;
alter table accountantfiles add constraint accountantfiles_target_check check
  (target in ('xero_sales', 'xero_bills', 'myob_sales', 'myob_purchases', 'journals'));
