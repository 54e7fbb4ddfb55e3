-- When the customer first looked at what they are asked to authorise.
alter table ddinvitations add column opened_at timestamp(3) with time zone;

-- A debit may belong to a series that somebody made at the provider. It runs until it is ended.
alter table invoicepayments
  add column provider_series_id text,
  add column series_state text check (series_state in ('running', 'ending', 'ended')),
  add check ((provider_series_id is null) = (series_state is null));
create index invoicepayments_series on invoicepayments (organisation_id, provider_series_id)
  where provider_series_id is not null;

alter table ddcalls drop constraint ddcalls_kind_check;
alter table ddcalls add constraint ddcalls_kind_check check (kind in ('mandate', 'cancel_mandate',
  'reinstate', 'debit', 'cancel_debit', 'end_series', 'refund', 'payer'));
