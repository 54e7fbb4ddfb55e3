-- Up to which day a contract was billed before it came here. `billed_to_date` goes back to it when the
-- invoices made here are cancelled, and no invoice ever bills a day before it.
alter table contracts add column billed_elsewhere_date date;
