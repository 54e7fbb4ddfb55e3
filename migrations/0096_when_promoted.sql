-- Advertising counts from the day it leaves, or is to leave, and may be written long before that.
drop index messages_promotional;
create index messages_promotional on messages (organisation_id,
  (coalesce(sent_at, sending_until, greatest(created_at, not_before))))
  where purpose = 'promotional';
