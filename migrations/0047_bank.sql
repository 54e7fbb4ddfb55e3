-- Our accounts at banks, the lines of their statements, what each line is, and what was learned from it.
create table bankaccounts (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  bank_account_number text not null,
  opening_date date not null,
  opening_balance numeric(14,2) not null,
  ledger_account integer check (ledger_account between 1000 and 1009),
  is_closed boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(bank_account_number, ''))) stored,
  unique (organisation_id, id)
);
create unique index bankaccounts_name_unique on bankaccounts (organisation_id, lower(name))
  where deleted_at is null;
create unique index bankaccounts_bank_account_number_unique
  on bankaccounts (organisation_id, lower(bank_account_number)) where deleted_at is null;
-- An account of the ledger is never used for a second account at a bank.
create unique index bankaccounts_ledger_account on bankaccounts (organisation_id, ledger_account);
create index bankaccounts_search on bankaccounts using gin (search_text gin_trgm_ops);
call protect_table('bankaccounts');
call count_changes('bankaccounts');

create table bankstatements (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  bankaccount_id bigint not null,
  statement_date date not null,
  opening_balance numeric(14,2),
  closing_balance numeric(14,2) not null,
  statement_status text not null check (statement_status in ('open', 'agreed')),
  agreed_at timestamp(3) with time zone,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  unique (organisation_id, id),
  foreign key (organisation_id, bankaccount_id) references bankaccounts (organisation_id, id)
);
create unique index bankstatements_day on bankstatements (organisation_id, bankaccount_id, statement_date)
  where deleted_at is null;
create index bankstatements_list on bankstatements (organisation_id, statement_date desc, id desc)
  where deleted_at is null;
call protect_table('bankstatements');
call count_changes('bankstatements');

-- A file of a bank on its way in, and its rows while they wait.
create table bankimports (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  file_name text collate "en-x-icu" not null,
  layout text not null check (layout in ('anz', 'anz2', 'asb', 'bnz', 'westpac', 'kiwibank', 'tsb',
    'ofx', 'camt053', 'qif', 'generic')),
  bankaccount_id bigint not null,
  received_date date not null,
  period_from date,
  period_to date,
  opening_balance numeric(14,2),
  closing_balance numeric(14,2),
  rows_new integer,
  rows_known integer,
  rows_doubtful integer,
  mapping jsonb,
  import_status text not null check (import_status in ('checking', 'mapping', 'ready', 'accepting',
    'done', 'undoing', 'undone', 'failed')),
  rows_total integer,
  rows_done integer,
  rows_error integer,
  rows_accepted integer,
  rows_rejected integer,
  message text collate "en-x-icu",
  sha256 text not null,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(file_name, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, bankaccount_id) references bankaccounts (organisation_id, id)
);
create index bankimports_list on bankimports (organisation_id, created_at desc, id desc)
  where deleted_at is null;
create index bankimports_search on bankimports using gin (search_text gin_trgm_ops);
call protect_table('bankimports');
call count_changes('bankimports');

create table bankimport_files (
  bankimport_id bigint primary key,
  organisation_id bigint not null references organisations (id),
  content text not null,
  foreign key (organisation_id, bankimport_id) references bankimports (organisation_id, id)
);
call protect_table('bankimport_files');

create table banktransactions (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  bankaccount_id bigint not null,
  transaction_date date not null,
  processed_date date,
  amount numeric(14,2) not null check (amount <> 0),
  balance_after numeric(14,2),
  other_party text collate "en-x-icu",
  other_account text,
  particulars text collate "en-x-icu",
  code text collate "en-x-icu",
  reference text collate "en-x-icu",
  memo text collate "en-x-icu",
  bank_type text collate "en-x-icu",
  bank_line_id text,
  source text not null check (source in ('anz', 'anz2', 'asb', 'bnz', 'westpac', 'kiwibank', 'tsb',
    'ofx', 'camt053', 'qif', 'generic', 'feed', 'hand')),
  transaction_status text not null check (transaction_status in ('new', 'suggested', 'matched',
    'transfer', 'reconciled', 'ignored')),
  explained_as text collate "en-x-icu",
  matched_by text check (matched_by in ('person', 'automatic')),
  -- The letter of the rule by which it was matched without asking anybody.
  matched_rule text check (matched_rule in ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')),
  matched_at timestamp(3) with time zone,
  suggestion text collate "en-x-icu",
  bankimport_id bigint,
  bankstatement_id bigint,
  notes text collate "en-x-icu",
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(other_party, '') || ' ' || coalesce(particulars, '') || ' ' || coalesce(code, '') || ' ' || coalesce(reference, '') || ' ' || coalesce(memo, '') || ' ' || coalesce(explained_as, '') || ' ' || coalesce(notes, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, bankaccount_id) references bankaccounts (organisation_id, id),
  foreign key (organisation_id, bankimport_id) references bankimports (organisation_id, id),
  foreign key (organisation_id, bankstatement_id) references bankstatements (organisation_id, id)
);
create index banktransactions_import on banktransactions (organisation_id, bankimport_id);
create index banktransactions_list on banktransactions (organisation_id, transaction_date desc, id desc)
  where deleted_at is null;
create index banktransactions_account on banktransactions
  (organisation_id, bankaccount_id, transaction_date, id) where deleted_at is null;
create index banktransactions_open on banktransactions (organisation_id, transaction_date, id)
  where deleted_at is null and transaction_status in ('new', 'suggested');
create index banktransactions_search on banktransactions using gin (search_text gin_trgm_ops);
call protect_table('banktransactions');
call count_changes('banktransactions');

create table stagedbanklines (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  bankimport_id bigint not null,
  row_number integer not null,
  row_status text not null check (row_status in ('new', 'known', 'doubtful', 'error')),
  message text collate "en-x-icu",
  decision text check (decision in ('same', 'new')),
  transaction_date date,
  processed_date date,
  amount numeric(14,2),
  balance_after numeric(14,2),
  other_party text collate "en-x-icu",
  other_account text,
  particulars text collate "en-x-icu",
  code text collate "en-x-icu",
  reference text collate "en-x-icu",
  memo text collate "en-x-icu",
  bank_type text collate "en-x-icu",
  bank_line_id text,
  banktransaction_id bigint,
  staged_status text not null check (staged_status in ('waiting', 'accepted', 'rejected')),
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(other_party, '') || ' ' || coalesce(particulars, '') || ' ' || coalesce(code, '') || ' ' || coalesce(reference, '') || ' ' || coalesce(memo, ''))) stored,
  unique (organisation_id, id),
  unique (bankimport_id, row_number),
  foreign key (organisation_id, bankimport_id) references bankimports (organisation_id, id),
  foreign key (organisation_id, banktransaction_id) references banktransactions (organisation_id, id)
);
create index stagedbanklines_rows on stagedbanklines (organisation_id, bankimport_id, row_number);
create index stagedbanklines_line on stagedbanklines (organisation_id, banktransaction_id);
call protect_table('stagedbanklines');
call count_changes('stagedbanklines');

-- What a line is: its parts are its whole amount. A match that is taken off leaves its parts behind,
-- marked, so that what was booked for them can always be told.
create table bankparts (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  banktransaction_id bigint not null,
  kind text not null,
  amount numeric(14,2) not null check (amount <> 0),
  customer_id bigint,
  supplier_id bigint,
  invoicepayment_id bigint,
  billpayment_id bigint,
  bill_id bigint,
  other_line_id bigint,
  account integer,
  words text collate "en-x-icu" not null,
  -- What is linked was there before; what is made goes with the match.
  is_made boolean not null,
  -- How the linked payment stood, to be put back.
  stood_as jsonb,
  -- Entries booked for the part alone.
  entry_ids bigint[] not null default '{}',
  created_at timestamp(3) with time zone not null default now(),
  undone_at timestamp(3) with time zone,
  unique (organisation_id, id),
  foreign key (organisation_id, banktransaction_id) references banktransactions (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id),
  foreign key (organisation_id, invoicepayment_id) references invoicepayments (organisation_id, id),
  foreign key (organisation_id, billpayment_id) references billpayments (organisation_id, id),
  foreign key (organisation_id, bill_id) references bills (organisation_id, id),
  foreign key (organisation_id, other_line_id) references banktransactions (organisation_id, id)
);
create index bankparts_line on bankparts (organisation_id, banktransaction_id);
-- A payment is behind one line; that it came in and was taken back are two.
create unique index bankparts_invoicepayment on bankparts (organisation_id, invoicepayment_id, kind)
  where undone_at is null and kind in ('customer', 'payment', 'deposit', 'dishonour');
create unique index bankparts_billpayment on bankparts (organisation_id, billpayment_id, kind)
  where undone_at is null and kind in ('bill', 'billpayment', 'returned');
create index bankparts_customer on bankparts (organisation_id, customer_id) where undone_at is null;
call protect_table('bankparts');

create table bankrules (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  direction text not null check (direction in ('in', 'out')),
  text_contains text collate "en-x-icu",
  other_account text,
  amount_from numeric(14,2),
  amount_to numeric(14,2),
  kind text not null check (kind in ('account', 'aside', 'bill', 'supplier_refund')),
  account integer,
  supplier_id bigint,
  automatic boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(text_contains, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, supplier_id) references suppliers (organisation_id, id)
);
create unique index bankrules_name_unique on bankrules (organisation_id, lower(name))
  where deleted_at is null;
create index bankrules_search on bankrules using gin (search_text gin_trgm_ops);
call protect_table('bankrules');
call count_changes('bankrules');

create table payeraliases (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  kind text not null check (kind in ('account', 'text')),
  shown_as text collate "en-x-icu" not null,
  text_key text,
  other_account text,
  customer_id bigint not null,
  confirmations integer not null,
  contradictions integer not null,
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(shown_as, ''))) stored,
  unique (organisation_id, id),
  check ((kind = 'text') = (text_key is not null)),
  check ((kind = 'account') = (other_account is not null)),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id)
);
create unique index payeraliases_text on payeraliases (organisation_id, text_key, customer_id)
  where deleted_at is null;
create index payeraliases_list on payeraliases (organisation_id, modified_at desc, id desc)
  where deleted_at is null;
create index payeraliases_search on payeraliases using gin (search_text gin_trgm_ops);
call protect_table('payeraliases');
call count_changes('payeraliases');

-- Sealed account numbers cannot be compared. Their keyed hash can, and it holds for exactly the sealed
-- text it was made of: a number that changes, or is sealed anew, is hashed anew.
create table account_hashes (
  organisation_id bigint not null references organisations (id),
  place text not null check (place in ('customer', 'line', 'rule', 'alias')),
  row_id bigint not null,
  sealed text not null,
  hash text not null,
  primary key (organisation_id, place, row_id)
);
call protect_table('account_hashes');

alter table invoicepayments
  add column plan jsonb,
  add column banktransaction_id bigint,
  add foreign key (organisation_id, banktransaction_id)
    references banktransactions (organisation_id, id);
alter table billpayments
  add column banktransaction_id bigint,
  add foreign key (organisation_id, banktransaction_id)
    references banktransactions (organisation_id, id);

-- Nothing is booked on a day up to which the books are locked. The last one holds; none locks nothing.
create table book_locks (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  locked_to date,
  reason text collate "en-x-icu",
  actor_id bigint,
  actor_name text collate "en-x-icu" not null,
  request_id text,
  created_at timestamp(3) with time zone not null
);
comment on table book_locks is 'append-only: up to which day the books were locked, and by whom';
create index book_locks_last on book_locks (organisation_id, id desc);
call protect_table('book_locks');
