import { fragment } from '#server/kit/database/sql.ts'

/** A debit `p` for which the bank has been asked and has not answered yet. */
export const WITH_THE_BANK = fragment`p.payment_status = 'pending'
  and p.debit_state = 'submitted' and p.deleted_at is null`
