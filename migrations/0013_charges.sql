-- What becomes of charges that were billed and given back, and of fees for paying late.

alter table pending_charges
  add column credits_id bigint,
  -- The last day on which paying would have been in time, for a late fee.
  add column late_after date,
  add foreign key (organisation_id, credits_id) references pending_charges (organisation_id, id);
-- A charge is given back once.
create unique index pending_charges_credited_once on pending_charges (organisation_id, credits_id)
  where credits_id is not null;
create index pending_charges_about on pending_charges (organisation_id, about_invoice_id)
  where about_invoice_id is not null;
create index pending_charges_invoice on pending_charges (organisation_id, invoice_id)
  where invoice_id is not null;

-- Charges of our own on a split invoice; the invoices from before have none.
alter table invoices
  add column owncharges_sum numeric(14,2) default 0,
  add column owncharges_gst numeric(14,2) default 0,
  add column owncharges_total numeric(14,2) default 0,
  -- Money came back off it: the fee for paying late counts from that day.
  add column reopened_date date,
  add column has_late_fee boolean not null default false;
alter table invoices
  alter column owncharges_sum drop default,
  alter column owncharges_gst drop default,
  alter column owncharges_total drop default;

-- The owner is under row-level security too, and no single organisation is meant here.
alter table invoices no force row level security;
alter table pending_charges no force row level security;
update invoices i set has_late_fee = true from pending_charges f
  where f.about_invoice_id = i.id and f.charge_type = 'late_fee' and f.dropped_at is null;
alter table pending_charges force row level security;
alter table invoices force row level security;
