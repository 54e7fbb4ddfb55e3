-- Customers may get a receipt by mail; when the last one went is kept with the payment.
alter table invoicepayments add column receipt_sent_at timestamp(3) with time zone;

-- Adjustments are reminded of like invoices, each step at most once.
alter table adjustments add column reminded_at timestamp(3) with time zone;
alter table reminders
  alter column invoice_id drop not null,
  add column adjustment_id bigint,
  add check (num_nonnulls(invoice_id, adjustment_id) = 1),
  add foreign key (organisation_id, adjustment_id) references adjustments (organisation_id, id);
create unique index reminders_adjustment_once on reminders (adjustment_id, step, outcome)
  where adjustment_id is not null;
create index reminders_adjustment on reminders (organisation_id, adjustment_id)
  where adjustment_id is not null;
