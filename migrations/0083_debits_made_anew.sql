-- The date of its page that the day of a debit was counted from; none where somebody chose the day.
-- Later dates of the page move the debits that were.
alter table invoicepayments add column aims_at date;
alter table invoices no force row level security;
alter table invoicepayments no force row level security;
update invoicepayments p set aims_at = case
    when p.charge_date between i.discounted_date - 4 and i.discounted_date then i.discounted_date
    when p.charge_date between i.due_date - 4 and i.due_date then i.due_date end
  from invoices i where i.id = p.invoice_id and p.debit_state = 'planned'
    and p.payment_status = 'pending' and p.retry_of_id is null;
alter table invoicepayments force row level security;
alter table invoices force row level security;
