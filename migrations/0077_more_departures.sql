-- Messages to many, commission statements and suppliers' bills go through the last look as well: what
-- leaves may be for a partner or a supplier, and one row may stand for many.
alter table departures
  drop constraint departures_action_check,
  add constraint departures_action_check check (action in ('approve', 'approve_send', 'send', 'remind',
    'notice', 'supplier_notice', 'run_approve', 'run_send', 'bulk_start', 'statement',
    'statement_new', 'bill_approve'));

alter table departure_items
  drop constraint departure_items_record_check,
  add constraint departure_items_record_check check (record in ('invoice', 'rateupdate',
    'supplierrateupdate', 'customer', 'bulkmessage', 'commissionstatement', 'partner', 'bill')),
  drop constraint departure_items_departure_id_record_id_key,
  add unique (departure_id, record, record_id),
  alter column customer_id drop not null,
  add column partner_id bigint,
  add column supplier_id bigint,
  -- How many leave by it: everybody whom a message to many is for.
  add column stands_for integer not null default 1,
  add check (num_nonnulls(customer_id, partner_id, supplier_id) <= 1),
  add foreign key (organisation_id, partner_id) references partners (organisation_id, id),
  add foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id);
create index departure_items_partner on departure_items (organisation_id, partner_id)
  where partner_id is not null;
create index departure_items_supplier on departure_items (organisation_id, supplier_id)
  where supplier_id is not null;

alter table bulkrecipients
  drop constraint bulkrecipients_reason_check,
  add constraint bulkrecipients_reason_check check (reason in ('list', 'consent', 'sense', 'care',
    'too_often', 'quiet_hours', 'no_address', 'bad_address', 'empty_field', 'too_long', 'duplicate',
    'got_it', 'by_hand'));
