-- The day a bill was cancelled stands on it, as it does on invoices, payments and contracts.
alter table bills add column cancelled_at timestamp(3) with time zone;

-- Their history says when the others were; nobody is told of it anew. The owner is under row-level
-- security too.
alter table history no force row level security;
alter table bills no force row level security;
alter table bills disable trigger user;
update bills b set cancelled_at = (select max(h.created_at) from history h
    where h.organisation_id = b.organisation_id and h.object_class = 'bill' and h.object_id = b.id
      and h.action in ('cancel', 'replace'))
  where b.bill_status = 'cancelled';
alter table bills enable trigger user;
alter table bills force row level security;
alter table history force row level security;
