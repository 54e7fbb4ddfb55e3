import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'

/** The days on which a contract ends soon, as the office counts it. */
export async function endingDays(ctx: Context, conn: Conn): Promise<{ from: string; to: string }> {
  const days = await settingOf(conn, 'contract_expiring_days')
  const from = todayOf(ctx)
  return { from, to: Temporal.PlainDate.from(from).add({ days }).toString() }
}
