-- Home and the bell tell everybody the open tasks of their role: few rows, however many were done.
create index tasks_of_roles on tasks (organisation_id, role_name, created_at desc)
  where task_status = 'open' and role_name is not null and deleted_at is null;
