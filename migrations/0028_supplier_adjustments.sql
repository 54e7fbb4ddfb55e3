-- What we owe a supplier, or have with it, without a bill: numbered, paid and aged like one. It belongs
-- to one of our accounts there, or to the supplier as a whole.
alter table adjustments
  alter column customer_id drop not null,
  add column supplier_id bigint,
  add column account_number_with_supplier text collate "en-x-icu",
  add check (num_nonnulls(customer_id, supplier_id) = 1),
  add check (account_number_with_supplier is null or supplier_id is not null),
  add foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id);
create index adjustments_supplier on adjustments (organisation_id, supplier_id)
  where supplier_id is not null;

-- Money to a supplier is for a bill or for an adjustment.
alter table billpayments
  alter column bill_id drop not null,
  add column adjustment_id bigint,
  add check (num_nonnulls(bill_id, adjustment_id) = 1),
  add foreign key (organisation_id, adjustment_id) references adjustments (organisation_id, id);
create index billpayments_adjustment on billpayments (organisation_id, adjustment_id)
  where adjustment_id is not null;

-- Which adjustment gave the credit that an entry puts somewhere, or gives up.
alter table transactions
  add column credit_adjustment_id bigint,
  add foreign key (organisation_id, credit_adjustment_id) references adjustments (organisation_id, id);
create index transactions_credit_adjustment on transactions (organisation_id, credit_adjustment_id)
  where credit_adjustment_id is not null;

-- Entries by hand about an account with a supplier were on no bill and could not be paid. Each that still
-- stands is taken back and booked anew under an adjustment; what we owe by it is due today.
create function carry_over(entry transactions, today date) returns void language plpgsql as $$
declare
  -- Below zero we owe it, above it is our credit.
  net numeric := (select coalesce(sum(amount), 0) from accounttransactions
    where transaction_id = entry.id and account in (1210, 2000));
  others numeric := (select coalesce(sum(amount) filter (where amount > 0), 0) from accounttransactions
    where transaction_id = entry.id and account not in (1210, 2000));
  words text := coalesce(nullif(entry.reason, ''), 'Booked by hand');
  document adjustments;
  booked transactions;
begin
  if net <> 0 then
    insert into adjustments (organisation_id, adjustment_number, adjustment_status, supplier_id, kind, side,
      amount, gst_amount, reason, adjustment_date, due_date, invoiced_at, balance, credit_left, written_off,
      cleared_at)
    values (entry.organisation_id, next_number('adjustment_number'),
      case when net < 0 then 'invoiced' else 'paid' end, entry.supplier_id, 'correction',
      case when net < 0 then 'debit' else 'credit' end, abs(net), 0, words, today,
      case when net < 0 then today end, now(), greatest(-net, 0), greatest(net, 0), 0,
      case when net > 0 then now() end)
    returning * into document;
    insert into history (organisation_id, object_class, object_id, action, object_version, reason,
      actor_name, source, request_id)
    values (entry.organisation_id, 'adjustment', document.id, 'create', 1,
      'Carried over from entry ' || entry.id || ', which was booked by hand.', 'Switchboard', 'system',
      'migration');
  end if;
  insert into transactions (organisation_id, event, transaction_date, amount, customer_id, supplier_id,
    reverses_id, reason, actor_name, source, request_id)
  values (entry.organisation_id, 'manual_reversed', today, entry.amount, entry.customer_id,
    entry.supplier_id, entry.id,
    'Carried over into ' || coalesce(document.adjustment_number, 'an entry without the supplier’s account') || '.',
    'Switchboard', 'system', 'migration')
  returning * into booked;
  insert into accounttransactions (organisation_id, transaction_id, account, amount, transaction_date,
    customer_id, supplier_id)
  select organisation_id, booked.id, account, -amount, today, customer_id, supplier_id
  from accounttransactions where transaction_id = entry.id order by id;
  -- One that only moved money between what we owe and our credit comes to nothing.
  if net = 0 and not exists (select from accounttransactions
    where transaction_id = entry.id and account not in (1210, 2000)) then return; end if;
  insert into transactions (organisation_id, event, transaction_date, amount, customer_id, supplier_id,
    adjustment_id, credit_adjustment_id, reason, actor_name, source, request_id)
  values (entry.organisation_id, case when net = 0 then 'manual' else 'correction' end, today,
    others + greatest(net, 0), entry.customer_id, entry.supplier_id, document.id,
    case when net > 0 then document.id end, words, 'Switchboard', 'system', 'migration')
  returning * into booked;
  insert into accounttransactions (organisation_id, transaction_id, account, amount, transaction_date,
    customer_id, supplier_id, adjustment_id)
  select entry.organisation_id, booked.id, x.account, x.amount, today, entry.customer_id, entry.supplier_id,
    document.id
  from (select case when net < 0 then 2000 else 1210 end as account, net as amount where net <> 0
    union all select account, amount from accounttransactions
    where transaction_id = entry.id and account not in (1210, 2000)) x;
end $$;

do $$
declare
  today date := (now() at time zone 'Pacific/Auckland')::date;
  broker bigint;
  entry transactions;
begin
  for broker in select id from organisations order by id loop
    perform set_config('app.organisation_id', broker::text, true);
    for entry in select t.* from transactions t
      where t.organisation_id = broker and t.event = 'manual' and t.supplier_id is not null
        and not exists (select from transactions r where r.reverses_id = t.id)
        and exists (select from accounttransactions a where a.transaction_id = t.id and a.account in (1210, 2000))
      order by t.id
    loop
      perform carry_over(entry, today);
    end loop;
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;
drop function carry_over;
