-- Notes and files hang on payments and adjustments too, as tasks do.
alter table notes drop constraint notes_reference_object_check;
alter table notes add constraint notes_reference_object_check check (reference_object in
  ('customer', 'supplier', 'partner', 'staff', 'contract', 'meter', 'proposal', 'invoice', 'bill',
    'invoicepayment', 'billpayment', 'adjustment')) not valid;
alter table notes validate constraint notes_reference_object_check;

alter table files drop constraint files_reference_object_check;
alter table files add constraint files_reference_object_check check (reference_object in
  ('customer', 'contract', 'meter', 'supplier', 'partner', 'proposal', 'staff', 'invoice', 'bill',
    'invoicepayment', 'billpayment', 'adjustment')) not valid;
alter table files validate constraint files_reference_object_check;
