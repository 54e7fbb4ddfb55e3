-- Kept answers are written with every change and hardly ever read. Their reference to the user made
-- all changes of one person lock the same row, users are never removed, the index by age has no
-- reader, and compressing an answer of two kilobytes costs more than writing it.
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;
drop index idempotency_keys_age;
alter table idempotency_keys set (toast_tuple_target = 4080);
