-- A backup that somebody makes by hand is told beside those of the night.
alter table upkeep_reports drop constraint upkeep_reports_kind_check;
alter table upkeep_reports add constraint upkeep_reports_kind_check
  check (kind in ('drill', 'rotation', 'books', 'backup'));
