import { brokenWords, type ChainReport, chainTitles } from '#domain/books/chain-calls.ts'
import type { Violation } from '#domain/books/violation.ts'
import type { BooksVerification } from '#domain/invoices/ledger-calls.ts'
import { adminAddresses, padminAddresses } from '#server/identity/admin-addresses.ts'
import { sha256 } from '#server/identity/digest.ts'
import { letter } from '#server/identity/mail-texts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { raiseTask, settleTask } from '#server/tasks/system-task.ts'

interface Trouble {
  cause: string
  subject: string
  text_plain: string
  /** An entry stays changed whatever anybody does: who has done this task has decided. */
  isForGood: boolean
}

const KNOWN = sql<{ cause: string; is_open: boolean }, []>`
  select cause, task_status = 'open' and deleted_at is null as is_open
  from tasks where cause like 'books %'`

/**
 * What no single account can be parked for is a task of the admins', and mailed to them once. What
 * holds again is done by itself.
 */
export async function tellOffice(
  ctx: Context,
  conn: Conn,
  { violations, chains }: BooksVerification,
): Promise<void> {
  const troubles = [...brokenChains(chains), ...brokenRules(violations)]
  const known = await KNOWN.all(conn)
  for (const { isForGood, ...task } of troubles) {
    if (isForGood && known.some(({ cause }) => cause === task.cause)) continue
    await raiseTask(ctx, conn, { ...task, due_date: todayOf(ctx), role_name: 'admin' })
  }
  const current = new Set(troubles.map(({ cause }) => cause))
  for (const { cause, is_open } of known)
    if (is_open && !current.has(cause) && wasLookedAt(cause, chains))
      await settleTask(ctx, conn, cause, 'It holds again.')
  const told = troubles.map(({ subject }) => subject)
  const { organisation_id } = ctx.actor
  await mailAll(ctx, conn, await adminAddresses(conn, organisation_id), organisation_id, told)
}

/** Whoever runs the installation hears of everything, in one mail as long as it stays the same. */
export async function tellPadmins(
  ctx: Pick<Context, 'config'>,
  conn: Conn,
  findings: readonly string[],
): Promise<void> {
  await mailAll(ctx, conn, await padminAddresses(conn), 'platform', findings)
}

function brokenChains(chains: readonly ChainReport[]): Trouble[] {
  return chains.flatMap(({ chain, broken }) => {
    if (!broken) return []
    const { what, row_id, day } = broken
    const trouble: Trouble = {
      cause: `books chain ${chain} ${what} ${row_id ?? day}`,
      subject: `${chainTitles[chain]}: changed behind the program`,
      text_plain: `${brokenWords(broken)}. Nobody can do this on the screens: somebody reached the database itself. Ask who runs the installation, and compare with a backup from before.`,
      isForGood: true,
    }
    return [trouble]
  })
}

/** Of each rule once, with what breaks it. */
function brokenRules(violations: readonly Violation[]): Trouble[] {
  const byCode = Map.groupBy(
    violations.filter(({ customer_id }) => customer_id === null),
    ({ code }) => code,
  )
  return [...byCode].map(([code, found]) => ({
    cause: `books ${code}`,
    subject: `The books: a rule does not hold (${code})`,
    text_plain: `${found[0]?.title}.\n\n${found
      .slice(0, 10)
      .map(({ detail }) => detail)
      .join('\n')}`,
    isForGood: false,
  }))
}

// A chain that time ran out on may still be what it was found to be.
function wasLookedAt(cause: string, chains: readonly ChainReport[]): boolean {
  const about = chains.find(({ chain }) => cause.startsWith(`books chain ${chain} `))
  return about ? about.is_complete && !about.broken : true
}

async function mailAll(
  ctx: Pick<Context, 'config'>,
  conn: Conn,
  addresses: readonly string[],
  of: string | number | null,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return
  const text = letter(ctx.config, 'Something is wrong with the books', [
    'The nightly check of the books and of the history found:',
    lines.map((line) => `- ${line}`).join('\n'),
    'The details stand in your tasks, and for platform admins on the System screen.',
  ])
  const about = sha256(lines.join('\n')).toString('hex').slice(0, 32)
  for (const to of addresses)
    await queueMail(ctx, conn, { to, key: `books ${of} ${about} ${to}`, ...text })
}
