-- Advertising counts from the day it leaves, or is to leave, and may be written long before that.
drop index messages_promotional;
create index messages_promotional on messages (organisation_id,
  (coalesce(sent_at, sending_until, greatest(created_at, not_before))))
  where purpose = 'promotional';

-- What is owed without an invoice is reminded of after a last look as well.
alter table departures
  drop constraint departures_action_check,
  add constraint departures_action_check check (action in ('approve', 'approve_send', 'send', 'remind',
    'adjustment_remind', 'notice', 'supplier_notice', 'run_approve', 'run_send', 'bulk_start',
    'statement', 'statement_new', 'bill_approve'));
alter table departure_items
  drop constraint departure_items_record_check,
  add constraint departure_items_record_check check (record in ('invoice', 'adjustment', 'rateupdate',
    'supplierrateupdate', 'customer', 'bulkmessage', 'commissionstatement', 'partner', 'bill'));
