-- A connection belongs to one customer at a time; the day it came to its present one is kept.
alter table meters add column customer_since_date date;
