-- What a reminder is about is asked again when it leaves, also where it is no invoice.
alter table messages add column adjustment_id bigint,
  add foreign key (organisation_id, adjustment_id) references adjustments (organisation_id, id);
create index messages_adjustment on messages (organisation_id, adjustment_id)
  where adjustment_id is not null;
