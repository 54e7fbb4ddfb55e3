-- What somebody put on an invoice by hand is by hand again on the one that takes its place: money that
-- is entered later does not send it elsewhere.
alter table money_set_aside add column is_manual boolean not null default false;
