-- A guard code over the direct debit details of a customer, who has opened them, and the one-time
-- codes that open them as well.

create table guardcodes (
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  code_hash text not null check (code_hash like '$argon2id$%'),
  set_by_id bigint not null references users (id),
  set_by_name text collate "en-x-icu" not null,
  set_at timestamp(3) with time zone not null,
  -- Wrong tries of everybody together; so many lock the code for everybody.
  wrong_tries integer not null default 0,
  wrong_at timestamp(3) with time zone,
  locked_until timestamp(3) with time zone,
  primary key (organisation_id, customer_id),
  foreign key (organisation_id, customer_id) references customers (organisation_id, id)
);
call protect_table('guardcodes');

-- The details are open to the session that typed the code, and to no other of the same person.
create table guardcode_openings (
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  session_id uuid not null references sessions (id) on delete cascade,
  user_id bigint not null references users (id),
  open_until timestamp(3) with time zone not null,
  primary key (organisation_id, customer_id, session_id),
  foreign key (organisation_id, customer_id) references guardcodes (organisation_id, customer_id)
    on delete cascade
);
create index guardcode_openings_session on guardcode_openings (session_id);
call protect_table('guardcode_openings');

-- One for each person and customer: a newer one takes the place of the older, a used one is gone.
create table guardcode_onetimes (
  organisation_id bigint not null references organisations (id),
  customer_id bigint not null,
  user_id bigint not null references users (id),
  code_hash text not null check (code_hash like '$argon2id$%'),
  tries integer not null default 0,
  expires_at timestamp(3) with time zone not null,
  primary key (organisation_id, customer_id, user_id),
  foreign key (organisation_id, customer_id) references guardcodes (organisation_id, customer_id)
    on delete cascade
);
call protect_table('guardcode_onetimes');
