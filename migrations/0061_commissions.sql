-- Partners' commissions: their terms by day, who earns on which contract, and what was earned.

alter table partners
  add column gst_registered boolean not null default false,
  add column bcti_agreed_on date,
  add column bcti_reason text collate "en-x-icu",
  add column withholding_percent numeric(9,4),
  add column commission_email text;

-- Terms from a day on. Before the first of them those of the partner itself hold.
create table partnerterms (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  partner_id bigint not null,
  valid_from_date date not null,
  signup_commission_commercial numeric(14,2),
  signup_commission_residential numeric(14,2),
  signup_commission_unit text check (signup_commission_unit in ('percent', 'fixed')),
  partner_rate_amount numeric(18,8),
  partner_rate_standard numeric(18,8),
  partner_rate_simple numeric(18,8),
  partner_rate_unit text check (partner_rate_unit in ('percent', 'fixed')),
  notes text collate "en-x-icu",
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(notes, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, partner_id) references partners (organisation_id, id)
);
create unique index partnerterms_day on partnerterms (organisation_id, partner_id, valid_from_date)
  where deleted_at is null;
create index partnerterms_list on partnerterms (organisation_id, valid_from_date desc, id desc)
  where deleted_at is null;
create index partnerterms_search on partnerterms using gin (search_text gin_trgm_ops);
call protect_table('partnerterms');
call count_changes('partnerterms');

-- Who earns on a contract from a day on: the rows of one day are one set, and their shares make 100.
create table contractpartners (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  contract_id bigint not null,
  partner_id bigint not null,
  valid_from_date date not null,
  share_percent numeric(9,4) not null check (share_percent > 0 and share_percent <= 100),
  -- A rate of its own on this contract, in place of the partner's.
  rate_amount numeric(18,8),
  rate_unit text check (rate_unit in ('percent', 'fixed')),
  -- What was agreed for bringing the contract, as it stood on the day it was accepted.
  accepted_date date,
  customer_type text check (customer_type in ('commercial', 'residential')),
  signup_unit text check (signup_unit in ('percent', 'fixed')),
  signup_amount numeric(14,2),
  signup_earned_at text check (signup_earned_at in ('first_cleared', 'accepted')),
  signup_clawback_months integer,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  unique (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  foreign key (organisation_id, partner_id) references partners (organisation_id, id),
  check ((rate_amount is null) = (rate_unit is null))
);
create unique index contractpartners_day
  on contractpartners (organisation_id, contract_id, valid_from_date, partner_id)
  where deleted_at is null;
create index contractpartners_partner on contractpartners (organisation_id, partner_id)
  where deleted_at is null;
create index contractpartners_list on contractpartners
  (organisation_id, valid_from_date desc, id desc) where deleted_at is null;
call protect_table('contractpartners');
call count_changes('contractpartners');

-- What a partner earned, lost again, or is to earn. Amounts never change: another entry corrects them.
create table commissions (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  commission_status text not null
    check (commission_status in ('expected', 'accrued', 'stated', 'reversed', 'dropped')),
  kind text not null check (kind in ('ongoing', 'signup', 'clawback', 'correction')),
  partner_id bigint not null,
  contract_id bigint,
  customer_id bigint,
  invoice_id bigint,
  -- The base of the whole invoice, the partner's share of it, and the part that makes.
  base numeric(14,2),
  share_percent numeric(9,4),
  base_part numeric(14,2),
  rate numeric(18,8),
  rate_unit text check (rate_unit in ('percent', 'fixed')),
  amount numeric(14,2) not null,
  earned_on date,
  round integer not null default 1,
  -- The statement it stands on.
  statement_id bigint,
  reverses_id bigint,
  transaction_id bigint,
  reason text collate "en-x-icu",
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(reason, ''))) stored,
  unique (organisation_id, id),
  foreign key (organisation_id, partner_id) references partners (organisation_id, id),
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id),
  foreign key (organisation_id, reverses_id) references commissions (organisation_id, id),
  foreign key (organisation_id, transaction_id) references transactions (organisation_id, id),
  check ((commission_status in ('accrued', 'stated')) <= (earned_on is not null)),
  check (commission_status <> 'stated' or statement_id is not null)
);
create unique index commissions_round
  on commissions (organisation_id, invoice_id, partner_id, kind, round) where invoice_id is not null;
create index commissions_list on commissions (organisation_id, created_at desc, id desc)
  where deleted_at is null;
create index commissions_contract on commissions (organisation_id, contract_id, id);
create index commissions_reverses on commissions (organisation_id, reverses_id)
  where reverses_id is not null;
-- What is still to be put on a statement, and what stands on one.
create index commissions_partner on commissions
  (organisation_id, partner_id, commission_status, earned_on, id);
create index commissions_statement on commissions (organisation_id, statement_id)
  where statement_id is not null;
create index commissions_search on commissions using gin (search_text gin_trgm_ops);
call protect_table('commissions');
call count_changes('commissions');

-- How an invoice stood when what it earns was last looked at: one that stands as before is passed over.
create table commission_reviews (
  organisation_id bigint not null references organisations (id),
  invoice_id bigint not null,
  stood_as text not null,
  primary key (organisation_id, invoice_id),
  foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
);
call protect_table('commission_reviews');

-- Entries of the books name the partner they are about.
alter table transactions add column partner_id bigint,
  add foreign key (organisation_id, partner_id) references partners (organisation_id, id);
alter table accounttransactions add column partner_id bigint,
  add foreign key (organisation_id, partner_id) references partners (organisation_id, id);
create index accounttransactions_partner on accounttransactions (organisation_id, partner_id, account)
  where partner_id is not null;

-- Contracts that are in force with a partner go on earning for them from the day after the last one
-- billed. What came before was settled elsewhere, bringing the contract included.
alter table contractpartners no force row level security;
alter table contracts no force row level security;
alter table customers no force row level security;
insert into contractpartners (organisation_id, contract_id, partner_id, valid_from_date, share_percent)
select k.organisation_id, k.id, coalesce(k.partner_id, c.partner_id),
  greatest(k.date_start, k.billed_to_date + 1), 100
from contracts k join customers c on c.id = k.customer_id
where k.contract_status = 'active' and k.deleted_at is null and k.date_start is not null
  and coalesce(k.partner_id, c.partner_id) is not null;
alter table customers force row level security;
alter table contracts force row level security;
alter table contractpartners force row level security;
