-- Direct debits that were typed by hand were booked as lying with the provider, and nothing ever took
-- them from there. Nobody collects for those who typed them: the money was on the bank.
do $$
declare
  today date := (now() at time zone 'Pacific/Auckland')::date;
  broker bigint;
  left_there record;
  booked bigint;
begin
  for broker in select id from organisations order by id loop
    perform set_config('app.organisation_id', broker::text, true);
    for left_there in
      select t.invoicepayment_id, t.customer_id, sum(a.amount) as amount
      from accounttransactions a join transactions t on t.id = a.transaction_id
        join invoicepayments p on p.id = t.invoicepayment_id and p.debit_state is null
      where a.account = 1010 and a.organisation_id = broker
      group by t.invoicepayment_id, t.customer_id having sum(a.amount) <> 0
      order by t.invoicepayment_id
    loop
      insert into transactions (organisation_id, event, transaction_date, amount, customer_id,
        invoicepayment_id, reason, actor_name, source, request_id)
      values (broker, 'bank_moved',
        greatest(today, (select locked_to + 1 from book_locks where organisation_id = broker
          order by id desc limit 1)),
        abs(left_there.amount), left_there.customer_id, left_there.invoicepayment_id,
        'Typed by hand: it never lay with the provider of direct debits.', 'Switchboard', 'system',
        'migration')
      returning id into booked;
      insert into accounttransactions (organisation_id, transaction_id, account, amount,
        transaction_date, customer_id)
      select broker, booked, x.account, x.amount, t.transaction_date, t.customer_id
      from transactions t cross join (values (1000, left_there.amount), (1010, -left_there.amount))
        x (account, amount)
      where t.id = booked;
    end loop;
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;
