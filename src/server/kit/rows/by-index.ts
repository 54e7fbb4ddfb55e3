/**
 * For the rest of a transaction that stores thousands of rows, what they refer to is looked up by
 * index. PostgreSQL keeps the plan it made first for such look-ups: made while a table was nearly
 * empty, it reads the whole table for each of the thousands.
 */
export const BY_INDEX = 'discard plans; set local enable_seqscan = off'
