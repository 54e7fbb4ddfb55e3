-- What the platform signs with. Whoever holds a printed invoice can have its bank account checked years
-- later, so that the key stays when other secrets change; it is kept sealed with the field key.
create table signing_keys (
  id bigint generated always as identity primary key,
  name text not null unique,
  public_key text not null,
  private_key text not null,
  created_at timestamp(3) with time zone not null default now()
);
