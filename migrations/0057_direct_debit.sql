-- Direct debit: the organisation's account with the provider, its customers' authorities, the debits
-- made on them, what the provider told, and what it paid out.

create table ddconnections (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  provider text not null check (provider in ('gocardless')),
  creditor_id text not null,
  creditor_name text collate "en-x-icu" not null,
  -- What opens the account there, and what its webhooks are signed with; sealed. While a secret is
  -- being changed the one before it is good as well.
  token text not null,
  webhook_secret text not null,
  former_webhook_secret text,
  -- The last part of the address it calls; begins with whose it is.
  hook_key text not null,
  connection_status text not null check (connection_status in ('working', 'broken')),
  message text collate "en-x-icu",
  connected_at timestamp(3) with time zone not null,
  connected_by text collate "en-x-icu" not null,
  -- Up to when everything that happened there is known here.
  events_until timestamp(3) with time zone not null,
  -- So many calls in a row came to nothing; until then none is made.
  failures integer not null default 0,
  waiting_until timestamp(3) with time zone,
  unique (organisation_id, id),
  unique (organisation_id)
);
call protect_table('ddconnections');

create table mandates (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  source text not null check (source in ('online', 'phone', 'paper', 'import')),
  mandate_status text not null check (mandate_status in ('pending_customer_approval',
    'pending_submission', 'submitted', 'active', 'suspended_by_payer', 'failed', 'cancelled', 'expired',
    'consumed', 'blocked')),
  -- The one that debits are made on.
  is_current boolean not null default false,
  account_ending text,
  account_holder text collate "en-x-icu",
  reference text,
  next_possible_charge_date date,
  -- After the customer's bank ended an earlier one, the first debit waits.
  first_charge_from date,
  consent_text_version text,
  consent_at timestamp(3) with time zone,
  consent_script_read boolean not null default false,
  consent_file_id bigint,
  reinstated integer not null default 0,
  ended_by text check (ended_by in ('us', 'customer', 'bank', 'provider')),
  ended_cause text check (ended_cause in ('insufficient_funds',
    'refer_to_payer', 'bank_account_closed', 'invalid_bank_details', 'direct_debit_not_enabled',
    'bank_account_transferred', 'mandate_cancelled', 'authorisation_disputed', 'payer_deceased',
    'mandate_expired', 'other')),
  ended_date date,
  problem text collate "en-x-icu",
  replaces_id bigint,
  provider_mandate_id text,
  provider_account_id text,
  provider_customer_id text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, consent_file_id) references files (organisation_id, id),
  foreign key (organisation_id, replaces_id) references mandates (organisation_id, id)
);
create unique index mandates_current on mandates (organisation_id, customer_id)
  where is_current and deleted_at is null;
create unique index mandates_provider on mandates (organisation_id, provider_mandate_id)
  where provider_mandate_id is not null;
create index mandates_list on mandates (organisation_id, created_at desc, id desc)
  where deleted_at is null;
create index mandates_customer on mandates (organisation_id, customer_id) where deleted_at is null;
call protect_table('mandates');
call count_changes('mandates');

-- A customer who is asked to authorise us on the provider's page.
create table ddinvitations (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  email text not null,
  invitation_status text not null check (invitation_status in ('open', 'done', 'withdrawn')),
  replaces boolean not null default false,
  -- The provider's name for it, once the customer has gone to its page.
  request_id text,
  invited_by text collate "en-x-icu" not null,
  mandate_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, mandate_id) references mandates (organisation_id, id)
);
create unique index ddinvitations_open on ddinvitations (organisation_id, customer_id)
  where invitation_status = 'open';
create unique index ddinvitations_request on ddinvitations (organisation_id, request_id)
  where request_id is not null;
call protect_table('ddinvitations');

create table payouts (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  provider_payout_id text,
  payout_status text not null check (payout_status in ('pending', 'paid', 'bounced')),
  reference text,
  arrival_date date,
  amount numeric(14,2) not null,
  collected numeric(14,2) not null,
  fees numeric(14,2) not null,
  fees_gst numeric(14,2) not null,
  items jsonb not null,
  banktransaction_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as
    (fold_text(coalesce(reference, ''))) stored,
  unique (organisation_id, id),
  unique (organisation_id, provider_payout_id),
  foreign key (organisation_id, banktransaction_id) references banktransactions (organisation_id, id)
);
create index payouts_list on payouts (organisation_id, arrival_date desc, id desc)
  where deleted_at is null;
create index payouts_search on payouts using gin (search_text gin_trgm_ops);
call protect_table('payouts');
call count_changes('payouts');

alter table invoicepayments drop constraint invoicepayments_payment_status_check;
alter table invoicepayments
  add constraint invoicepayments_payment_status_check check (payment_status in ('pending', 'received',
    'reconciled', 'partly_refunded', 'refunded', 'failed', 'cancelled')),
  add column mandate_id bigint,
  add column charge_date date,
  add column debit_state text check (debit_state in ('planned', 'submitted', 'confirmed', 'paid_out',
    'cancelled', 'failed', 'charged_back')),
  add column debit_cause text check (debit_cause in ('insufficient_funds',
    'refer_to_payer', 'bank_account_closed', 'invalid_bank_details', 'direct_debit_not_enabled',
    'bank_account_transferred', 'mandate_cancelled', 'authorisation_disputed', 'payer_deceased',
    'mandate_expired', 'other')),
  add column debit_words text collate "en-x-icu",
  add column attempt integer,
  add column retry_of_id bigint,
  add column requested_by_customer boolean not null default false,
  add column made_elsewhere boolean not null default false,
  add column payout_id bigint,
  add column cancel_asked_at timestamp(3) with time zone,
  add column provider_payment_id text,
  add foreign key (organisation_id, mandate_id) references mandates (organisation_id, id),
  add foreign key (organisation_id, retry_of_id) references invoicepayments (organisation_id, id),
  add foreign key (organisation_id, payout_id) references payouts (organisation_id, id),
  add check (payment_status <> 'pending' or debit_state is not null);
-- One debit at a time is under way for a page, whoever plans it.
create unique index invoicepayments_debit_of_page on invoicepayments (organisation_id, invoice_id)
  where payment_status = 'pending' and invoice_id is not null and deleted_at is null;
create unique index invoicepayments_provider on invoicepayments (organisation_id, provider_payment_id)
  where provider_payment_id is not null;
create index invoicepayments_pending on invoicepayments (organisation_id, customer_id)
  where payment_status = 'pending';
create index invoicepayments_debits on invoicepayments (organisation_id, debit_state, charge_date)
  where debit_state is not null;

-- What the provider is asked to do. The row comes with the decision, and a job makes the call: it is
-- made until it is known what became of it, always under the same key.
create table ddcalls (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  kind text not null check (kind in ('mandate', 'cancel_mandate', 'reinstate', 'debit', 'cancel_debit',
    'refund', 'payer')),
  call_key text not null,
  customer_id bigint not null,
  mandate_id bigint,
  invoicepayment_id bigint,
  refund_id bigint,
  -- What only the provider may keep, such as a whole account number; sealed, and gone once it has it.
  sealed_input text,
  -- Once it is cancelled, what is left is planned anew.
  plans_anew boolean not null default false,
  call_status text not null default 'waiting'
    check (call_status in ('waiting', 'unknown', 'done', 'refused', 'withdrawn')),
  tries integer not null default 0,
  first_tried_at timestamp(3) with time zone,
  next_try_at timestamp(3) with time zone not null,
  message text collate "en-x-icu",
  created_at timestamp(3) with time zone not null default now(),
  done_at timestamp(3) with time zone,
  unique (organisation_id, id),
  unique (organisation_id, call_key),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, mandate_id) references mandates (organisation_id, id),
  foreign key (organisation_id, invoicepayment_id) references invoicepayments (organisation_id, id)
);
create index ddcalls_due on ddcalls (organisation_id, next_try_at)
  where call_status in ('waiting', 'unknown');
create index ddcalls_payment on ddcalls (organisation_id, invoicepayment_id)
  where invoicepayment_id is not null;
call protect_table('ddcalls');

-- Money that goes back through the provider.
create table ddrefunds (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  invoicepayment_id bigint not null,
  amount numeric(14,2) not null,
  refund_status text not null check (refund_status in ('asked', 'sent', 'paid', 'returned', 'refused')),
  provider_refund_id text,
  message text collate "en-x-icu",
  created_at timestamp(3) with time zone not null default now(),
  unique (organisation_id, id),
  foreign key (organisation_id, invoicepayment_id) references invoicepayments (organisation_id, id)
);
create unique index ddrefunds_provider on ddrefunds (organisation_id, provider_refund_id)
  where provider_refund_id is not null;
call protect_table('ddrefunds');
alter table ddcalls
  add foreign key (organisation_id, refund_id) references ddrefunds (organisation_id, id);

-- What the provider said happened. Nothing is believed: each is looked up there, and applied once.
create table ddevents (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  event_id text not null,
  resource_type text not null,
  action text not null,
  resource_id text,
  cause text,
  origin text,
  description text collate "en-x-icu",
  will_attempt_retry boolean not null default false,
  links jsonb not null,
  happened_at timestamp(3) with time zone not null,
  event_status text not null default 'waiting' check (event_status in ('waiting', 'applied', 'ignored')),
  message text collate "en-x-icu",
  customer_id bigint,
  mandate_id bigint,
  invoicepayment_id bigint,
  payout_id bigint,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  unique (organisation_id, id),
  unique (organisation_id, event_id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, mandate_id) references mandates (organisation_id, id),
  foreign key (organisation_id, invoicepayment_id) references invoicepayments (organisation_id, id),
  foreign key (organisation_id, payout_id) references payouts (organisation_id, id)
);
create index ddevents_list on ddevents (organisation_id, happened_at desc, id desc)
  where deleted_at is null;
create index ddevents_waiting on ddevents (organisation_id, id) where event_status = 'waiting';
call protect_table('ddevents');
call count_changes('ddevents');

alter table customers
  add column debits_frozen_date date,
  add column debits_frozen_reason text collate "en-x-icu";

-- Messages about direct debits, and the words they have.
do $$
declare
  widened record;
  had text;
begin
  for widened in
    select * from (values
      ('messages', 'kind', array['direct_debit']),
      ('messagetemplates', 'key', array['debit_invitation', 'debit_setup', 'debit_planned',
        'debit_changed', 'debit_failed', 'debit_cancelled']),
      ('platformtemplates', 'key', array['debit_invitation', 'debit_setup', 'debit_planned',
        'debit_changed', 'debit_failed', 'debit_cancelled']),
      ('messagetemplates', 'context', array['debit']),
      ('platformtemplates', 'context', array['debit'])) w (target, col, added)
  loop
    select pg_get_constraintdef(c.oid) into had from pg_constraint c
      where c.conrelid = widened.target::regclass and c.contype = 'c'
        and c.conname = widened.target || '_' || widened.col || '_check';
    continue when had is null;
    execute format('alter table %I drop constraint %I', widened.target,
      widened.target || '_' || widened.col || '_check');
    execute format('alter table %I add constraint %I check (%I in (%s))', widened.target,
      widened.target || '_' || widened.col || '_check', widened.col,
      (select string_agg(distinct quote_literal(word), ', ') from (
        select m[1] as word from regexp_matches(had, '''([a-z0-9_]+)''', 'g') m
        union select unnest(widened.added)) k));
  end loop;
end $$;
