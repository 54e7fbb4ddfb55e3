-- Offers of contracts, invitations to pay by direct debit, statements of account, receipts and what is
-- sent once more go through the last look as well.
alter table departures
  drop constraint departures_action_check,
  add constraint departures_action_check check (action in ('approve', 'approve_send', 'send', 'remind',
    'adjustment_remind', 'notice', 'supplier_notice', 'run_approve', 'run_send', 'bulk_start',
    'statement', 'statement_new', 'bill_approve', 'contract_offer', 'mandate_invite',
    'customer_statement', 'payment_receipt', 'message_resend', 'statement_resend'));

alter table departure_items
  drop constraint departure_items_record_check,
  add constraint departure_items_record_check check (record in ('invoice', 'adjustment', 'rateupdate',
    'supplierrateupdate', 'customer', 'bulkmessage', 'commissionstatement', 'partner', 'bill',
    'contract', 'invoicepayment', 'message')),
  -- What leaves where it is not the record itself: two things about one customer may leave side by side.
  add column thing text check (thing in ('statement', 'invitation', 'copy')),
  add constraint departure_items_thing_record check (case thing
    when 'statement' then record = 'customer' when 'invitation' then record = 'customer'
    when 'copy' then record in ('message', 'commissionstatement') else true end),
  -- What was read in the last look, as a digest: what reads otherwise by now stays behind.
  add column seen text;

drop index departure_items_held;
create unique index departure_items_held on departure_items (organisation_id, record, record_id, thing)
  nulls not distinct where state = 'held';
