import type { DemonstrationSize } from '#domain/identity/demonstration-calls.ts'
import { organisation } from '#domain/identity/organisation.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { storeUsers } from './people.ts'
import { type Book, books, storeBook } from './seed-demo.ts'

const NUMBER = sql<{ number: number }, [id: number]>`
  select demonstration_number as number from organisations
  where id = $1 and demonstration_status = 'filling' for update`

/**
 * Fills a demonstration that was asked for while others are at work: one of the two books once
 * more, under a name of its own and with people of its own. All of it is there at once, or nothing: to
 * everybody else it sleeps until then.
 */
export async function fillDemonstration(ctx: Context, size: DemonstrationSize): Promise<void> {
  const { database, config } = ctx
  const organisation_id = ctx.actor.organisation_id ?? 0
  await database.write({ organisation_id, user_id: null }, async (conn) => {
    const found = await NUMBER.one(conn, organisation_id)
    if (!found) return
    const key = config.secrets.fields
    const book = bookOf(books[size], found.number)
    const { name: _, ...described } = book.organisation.row
    const change = (values: object, changes = {}) =>
      updateRow(ctx, conn, organisation, organisation_id, values, { action: 'update', changes })
    await change({ ...described, is_active: true })
    const hidden = { password_hash: null, demonstration_id: organisation_id }
    const users = await storeUsers({ conn, key }, book.organisation, hidden)
    await storeBook({ database, config }, { conn, organisation_id, key }, book, users)
    const demonstration_status = 'ready'
    await change({ demonstration_status }, { demonstration_status: ['filling', 'ready'] })
  })
}

/** Nobody of a demonstration looks after the platform, and nobody's name is taken twice. */
function bookOf(book: Book, number: number): Book {
  const { organisation } = book
  const people = organisation.people.map(({ isPlatformAdmin, username, role, ...person }) =>
    isPlatformAdmin || !username || !role ? person : { ...person, username, role },
  )
  const signsInAs = (username: string) => `demo${number}-${username.replace('other-', '')}`
  const domain = `demo${number}.example`
  return { ...book, organisation: { ...organisation, people, domain, signsInAs } }
}
