-- Where customers and their connections are. A place is found by its address in the table of addresses,
-- by its town alone, or set by hand; a job follows every address that has changed since it was looked at.

-- The country's addresses as Land Information New Zealand publishes them, loaded from its file. They
-- belong to nobody, and every organisation reads them.
create table addresses (
  id bigint primary key,
  street_key text not null,
  suburb_key text not null,
  town_key text not null,
  latitude double precision not null,
  longitude double precision not null
);
create index addresses_street on addresses (street_key);

-- The suburbs and towns of that table with their middles: offered while an address is typed.
create table localities (
  suburb text not null,
  town text not null,
  suburb_key text not null,
  town_key text not null,
  latitude double precision not null,
  longitude double precision not null,
  houses integer not null,
  primary key (town_key, suburb_key)
);
create index localities_suburb on localities (suburb_key text_pattern_ops);
create index localities_town on localities (town_key text_pattern_ops);

-- Places lie on a grid as well, whose squares are halved with every zoom; east of the date line it goes
-- on, so that the Chathams lie to the right.
create function grid_x(longitude numeric) returns integer language sql immutable parallel safe strict
  as $$ select floor((longitude + case when longitude < 0 then 360 else 0 end) * 16777216 / 60)::integer $$;
create function grid_y(latitude numeric) returns integer language sql immutable parallel safe strict
  as $$ select floor(latitude * 16777216 / 45)::integer $$;

alter table customers
  add column latitude numeric(18,8),
  add column longitude numeric(18,8),
  add column location_source text check (location_source in ('address', 'town', 'manual')),
  add column address_line text generated always as (coalesce(street, '') || '|' || coalesce(suburb, '')
    || '|' || coalesce(city, '') || '|' || coalesce(postcode, '') || '|' || coalesce(country, '')) stored,
  -- The address that the place was looked for by; another one now is looked for anew.
  add column located_line text,
  add column grid_x integer generated always as (grid_x(longitude)) stored,
  add column grid_y integer generated always as (grid_y(latitude)) stored,
  add check ((latitude is null) = (location_source is null)),
  add check ((longitude is null) = (location_source is null));

alter table meters
  add column location_source text check (location_source in ('address', 'town', 'manual')),
  -- A connection without a location of its own is where its customer is.
  add column address_line text generated always as
    (coalesce(icp_location, '') || '|' || coalesce(customer_id, 0)::text) stored,
  add column located_line text,
  add column grid_x integer generated always as (grid_x(longitude)) stored,
  add column grid_y integer generated always as (grid_y(latitude)) stored;

-- What was typed into a meter until now is somebody's word for it, where it is a place in the country.
alter table meters no force row level security;
update meters set latitude = null, longitude = null
  where (latitude is null) <> (longitude is null)
    or not (latitude between -47.4 and -34.3 and longitude between 166.3 and 178.6)
    and not (latitude between -44.7 and -43.5 and longitude between -177.1 and -175.8);
update meters set location_source = 'manual' where latitude is not null;
alter table meters force row level security;
alter table meters
  add check ((latitude is null) = (location_source is null)),
  add check ((longitude is null) = (location_source is null));

-- A map of the whole country counts every place of it: all that it needs stands in the index.
create index customers_map on customers (organisation_id, grid_x, grid_y)
  include (customer_status, balance_overdue, required_for_medical, id)
  where deleted_at is null and grid_x is not null;
create index meters_map on meters (organisation_id, grid_x, grid_y)
  include (customer_id, power_network, id)
  where deleted_at is null and date_removed is null and grid_x is not null;

create index customers_to_locate on customers (organisation_id, id)
  where deleted_at is null and location_source is distinct from 'manual'
    and located_line is distinct from address_line;
create index meters_to_locate on meters (organisation_id, id)
  where deleted_at is null and location_source is distinct from 'manual'
    and located_line is distinct from address_line;
create index meters_network on meters (organisation_id, power_network, customer_id)
  where deleted_at is null and date_removed is null;
