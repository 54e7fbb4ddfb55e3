-- A thread whose words were found to belong to somebody says which thread has them now: answers to
-- what was written before go there.
alter table threads
  add column joined_id bigint,
  add foreign key (organisation_id, joined_id) references threads (organisation_id, id);

-- Of those that were found before this, the remembered address tells it.
alter table threads no force row level security;
alter table contactaddresses no force row level security;
update threads t set joined_id = p.id
from contactaddresses a join threads p on p.organisation_id = a.organisation_id
  and p.party = party_of(a.customer_id, a.supplier_id, a.partner_id, null)
where t.organisation_id = a.organisation_id and t.party = 'address ' || a.address
  and t.last_id is null;
alter table threads force row level security;
alter table contactaddresses force row level security;

-- Who gets the same words from another message to many is left out, unless that is meant.
alter table bulkmessages add column send_anyway boolean not null default false;

-- What did not get there is told by when it was to leave: it may be written long before that.
create index messages_undelivered_left on messages
  (organisation_id, (greatest(created_at, not_before)) desc, id desc)
  where status in ('failed', 'bounced', 'blocked', 'unconfirmed');
