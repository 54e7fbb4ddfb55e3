import { fragment } from '#server/kit/database/sql.ts'

/** Of a message `m`: whether the other server still tries, and whether it was sent once more. */
export const FATE = fragment`exists (select from deliveries d where d.message_id = m.id
      and d.state = 'delayed') as is_delayed,
    exists (select from messageevents e where e.message_id = m.id and e.event = 'resent') as is_resent`
