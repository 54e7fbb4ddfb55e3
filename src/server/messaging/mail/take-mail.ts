import { entities, entityNamed } from '#domain/entities.ts'
import { defaultOptionLabels } from '#domain/identity/option-defaults.ts'
import { Problem } from '#domain/kit/problem.ts'
import { parseMail, unreadableMail } from '#server/integrations/mail-parse.ts'
import { sqlStateOf } from '#server/kit/database/database.ts'
import { type MailboxContext, receiveMail, type WrittenAlso } from './receive-mail.ts'

const catalogue = { entities, lookup: entityNamed, defaultOptions: defaultOptionLabels }

/**
 * The door for every mail, whoever brings it: its bytes become a message of a thread, once. One
 * that cannot be read, or not be kept as it says, is kept by its bytes: it must not stand in the way
 * of all that comes behind it.
 */
export async function takeMail(
  where: MailboxContext,
  raw: Buffer,
  also: WrittenAlso,
): Promise<void> {
  const mail = await parseMail(raw).catch(() => null)
  try {
    if (mail) return await receiveMail({ ...where, catalogue, mail }, also)
  } catch (error) {
    if (!isOfTheMail(error)) throw error
  }
  await receiveMail({ ...where, catalogue, mail: unreadableMail(raw) }, also)
}

// Values that PostgreSQL refuses, or that are too long for it. What else fails may work in a minute.
const isOfTheMail = (error: unknown): boolean =>
  error instanceof Problem || /^(22|23|54)/.test(sqlStateOf(error) ?? '')
