-- Who looks at the bell is told of the newest of everything: each kind is read from the end of an
-- index, however long the book is.
create index contracts_accepted on contracts (organisation_id, accepted_at desc)
  where accepted_at is not null and deleted_at is null;
create index bankparts_received on bankparts (organisation_id, id desc)
  where invoicepayment_id is not null and undone_at is null;
create index bulkmessages_ended on bulkmessages (organisation_id, ended_at desc)
  where ended_at is not null and deleted_at is null;
