-- What was sent, approved or lost in a period is found by its day, however long the books are.
create index transactions_documents on transactions (organisation_id, event, transaction_date)
  include (invoice_id, bill_id) where event in ('invoice_sent', 'bill_approved',
    'bill_discount_lost', 'bill_discount_lost_reversed');

-- What is owed is added up from the index alone: every report of receivables is held against it.
create index accounttransactions_owed on accounttransactions (organisation_id, account)
  include (amount, transaction_date, created_at) where account in (1100, 2100);
