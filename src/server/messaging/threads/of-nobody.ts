import { fragment } from '#server/kit/database/sql.ts'

/** A thread `t` is nobody's to look after: it was given to nobody, or to somebody who has left. */
export const OF_NOBODY = fragment`not exists (select from staffs a
  left join users w on w.id = a.user_id
  where a.id = t.assigned_id and a.is_active and a.deleted_at is null
    and not coalesce(w.is_disabled, false))`
