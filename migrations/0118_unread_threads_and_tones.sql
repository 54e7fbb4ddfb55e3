-- Every open page asks for the threads with something unread three times a minute, the newest first, and
-- how many there are: answered from the index, in its order.
create index threads_unread_now on threads (organisation_id, last_at desc, id desc)
  where unread > 0 and deleted_at is null;
drop index threads_unread;

-- Words of the platform may be final as well: they are kept from whom care protects, as an organisation's are.
alter table platformtemplates add column tone text not null default 'normal'
  check (tone in ('normal', 'final', 'disconnection'));
