-- Chosen payments to suppliers are approved after a last look, as bills are.
alter table departures
  drop constraint departures_action_check,
  add constraint departures_action_check check (action in ('approve', 'approve_send', 'send', 'remind',
    'adjustment_remind', 'notice', 'supplier_notice', 'run_approve', 'run_send', 'bulk_start',
    'statement', 'statement_new', 'bill_approve', 'payment_approve', 'contract_offer', 'mandate_invite',
    'customer_statement', 'payment_receipt', 'message_resend', 'statement_resend'));

alter table departure_items
  drop constraint departure_items_record_check,
  add constraint departure_items_record_check check (record in ('invoice', 'adjustment', 'rateupdate',
    'supplierrateupdate', 'customer', 'bulkmessage', 'commissionstatement', 'partner', 'bill',
    'billpayment', 'contract', 'invoicepayment', 'message'));
