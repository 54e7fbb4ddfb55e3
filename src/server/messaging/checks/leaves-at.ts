import { fragment } from '#server/kit/database/sql.ts'

/**
 * When a message left or, while it waits, may leave at the earliest: it may be written long before
 * that. An index of advertising holds it in these words.
 */
export const LEAVES_AT = fragment`coalesce(m.sent_at, m.sending_until,
  greatest(m.created_at, m.not_before))`
