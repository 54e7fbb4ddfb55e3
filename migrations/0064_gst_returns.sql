-- GST returns: the boxes of each period as they were prepared and filed, and the papers behind them.
create table gstreturns (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  period_start date,
  period_end date not null,
  gst_basis text check (gst_basis in ('invoice', 'payments')),
  return_status text not null default 'prepared' check (return_status in ('prepared', 'filed')),
  due_date date,
  box_5 numeric(14,2),
  box_6 numeric(14,2),
  box_7 numeric(14,2),
  box_8 numeric(14,2),
  box_9 numeric(14,2),
  box_10 numeric(14,2),
  box_11 numeric(14,2),
  box_12 numeric(14,2),
  box_13 numeric(14,2),
  box_14 numeric(14,2),
  box_15 numeric(14,2),
  sales_gst numeric(14,2),
  purchases_gst numeric(14,2),
  adjustments_by_hand jsonb,
  prepared_at timestamp(3) with time zone,
  filed_date date,
  reference text collate "en-x-icu",
  filed_at timestamp(3) with time zone,
  filed_by text collate "en-x-icu",
  sha256 text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  modified_at timestamp(3) with time zone not null default clock_timestamp(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(reference, ''))) stored,
  unique (organisation_id, id),
  check (period_start is null or period_end >= period_start),
  check ((return_status = 'filed') = (filed_date is not null and reference is not null and sha256 is not null)),
  -- A day is told to Inland Revenue once.
  constraint gstreturns_period_overlap exclude using gist
    (organisation_id with =, daterange(period_start, period_end, '[]') with &&) where (deleted_at is null)
);
create index gstreturns_list on gstreturns (organisation_id, period_end desc, id desc) where deleted_at is null;
create index gstreturns_search on gstreturns using gin (search_text gin_trgm_ops);
call protect_table('gstreturns');
call count_changes('gstreturns');

-- What was filed stays as it was filed.
create function keep_filed_returns() returns trigger language plpgsql as $$
begin
  if old.return_status = 'filed' then
    raise exception 'A filed return is final.' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_filed_returns before update or delete on gstreturns
  for each row execute function keep_filed_returns();

-- The documents a return was made of, what the last look changed, and the paper that was kept of it.
create table gstreturn_papers (
  gstreturn_id bigint primary key,
  organisation_id bigint not null references organisations (id),
  documents jsonb not null,
  changes jsonb not null default '[]',
  pdf bytea,
  foreign key (organisation_id, gstreturn_id) references gstreturns (organisation_id, id)
);
call protect_table('gstreturn_papers');

-- Entries under way come first and others wait, until whoever asks is done.
create function hold_the_books() returns void language plpgsql as $$
begin
  lock table accounttransactions in share mode;
end $$;

-- A period's entries are found by their day.
create index accounttransactions_day_account on accounttransactions (organisation_id, transaction_date, account);
