/** An invoice that went out and stands: something is owed on it, or was. */
export const sentStatuses = ['invoiced', 'cleared', 'paid'] as const

/** A new version of a sent invoice that has not gone out yet. */
export const unsentStatuses = ['draft', 'approved'] as const

/** Money from a customer that does not count any more, or not yet: a debit that is under way. */
export const voidPaymentStatuses = ['pending', 'cancelled', 'failed'] as const

/** A supplier's bill that can be paid. */
export const payableBillStatuses = ['approved', 'invoiced'] as const
