import { z } from 'zod'
import { sentDay } from '#domain/kit/schema.ts'

/** Which line of ours is meant: one charge of a connection, on certain days. */
export const lineKey = z.object({
  connection: z.string().max(100),
  name: z.string().max(200),
  unit: z.string().max(20),
  from: sentDay('From'),
  to: sentDay('To'),
})
export type LineKey = z.infer<typeof lineKey>

/** The same charge on some of the same days: a new rate may have split its days since. */
export function isMeant(key: LineKey, line: LineKey): boolean {
  return (
    key.connection === line.connection &&
    key.name === line.name &&
    key.unit === line.unit &&
    key.from <= line.to &&
    line.from <= key.to
  )
}

/** The key alone, of whatever else is known of a line. */
export const keyOf = ({ connection, name, unit, from, to }: LineKey): LineKey => ({
  ...{ connection, name, unit, from, to },
})
