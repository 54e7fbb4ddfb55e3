-- Every open page asks for the unread messages of chats three times a minute, the newest first, and how
-- many there are: answered from the index, in its order.
create index messages_unread_chats on messages (organisation_id, created_at desc, id desc)
  where type = 'chat' and direction = 'in' and read_at is null and deleted_at is null;
