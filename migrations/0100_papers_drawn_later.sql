-- A long commission statement is sent before its paper is there: that is drawn by a job, and kept here.
create table commission_papers (
  organisation_id bigint not null references organisations (id),
  statement_id bigint not null,
  pdf bytea not null,
  sha256 bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  primary key (organisation_id, statement_id),
  foreign key (organisation_id, statement_id)
    references commissionstatements (organisation_id, id)
);
comment on table commission_papers is 'append-only: commission statements on paper, drawn after they were sent';
call protect_table('commission_papers');

-- What was drawn as it was sent stays with what it says.
alter table commission_documents alter column pdf drop not null, alter column sha256 drop not null;

alter table commissionstatements add column is_being_drawn boolean not null default false;
