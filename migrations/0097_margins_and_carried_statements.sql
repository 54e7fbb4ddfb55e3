-- With whose payment a statement left that was carried: what comes back later takes that along again.
alter table commissionstatements add column left_with_id bigint;
alter table commissionstatements add constraint commissionstatements_left_with
  foreign key (organisation_id, left_with_id)
  references commissionstatements (organisation_id, id);
create index commissionstatements_left on commissionstatements (organisation_id, left_with_id)
  where left_with_id is not null;

alter table commissionstatements no force row level security;
with recursive brought as (
  select s.id, s.settled_by_id as payer, s.payment_date from commissionstatements s
    where s.to_pay = 0 and s.statement_status = 'paid' and s.settled_by_id is not null
  union all select b.id, p.settled_by_id, b.payment_date
    from brought b join commissionstatements p on p.id = b.payer
    where p.settled_by_id is not null)
update commissionstatements s set left_with_id = p.id
from brought b join commissionstatements p on p.id = b.payer
where s.id = b.id and p.to_pay > 0 and p.payment_date = b.payment_date;
alter table commissionstatements force row level security;
