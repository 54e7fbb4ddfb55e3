-- Whose page was opened lately is asked every minute.
create index invoice_openings_read on invoice_openings (organisation_id, created_at)
  where kind = 'customer';
