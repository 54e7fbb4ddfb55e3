import { customer } from '#domain/customers/customer.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { note } from '#domain/operations/note.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { hashPassword } from '#server/identity/password-hash.ts'
import type { Conn, Database } from '#server/kit/database/database.ts'
import type { FieldKeys } from '#server/kit/rows/seal.ts'
import type { Config } from '#server/kit/start/config.ts'
import { customerRows, nextNumber } from './customer-rows.ts'
import {
  businesses,
  households,
  readBusinesses,
  readHouseholds,
  southernBusinesses,
  southernHouseholds,
} from './customer-tables.ts'
import { datedConn } from './dated-conn.ts'
import { atOffice, daysBefore } from './demo-time.ts'
import type { DemoProvider } from './gocardless/start-gocardless.ts'
import { storeLook } from './look.ts'
import { type DemoNote, harbourNotes } from './notes.ts'
import { type DemoOrganisation, harbour, southern } from './organisations.ts'
import { storePlatform, storeTeam } from './people.ts'
import { storePlaces } from './places.ts'
import { contextOn, type On } from './store-billing.ts'
import { storeFirstLife, storeSecondLife } from './store-life.ts'
import { type DemoActor, type DemoRow, storeRows } from './store-rows.ts'
import { storeSupply } from './store-supply.ts'
import {
  harbourPartners,
  harbourSuppliers,
  southernPartners,
  southernSuppliers,
} from './suppliers-and-partners.ts'

const DEMO_PASSWORD = 'demo-harbour-2026'

export interface Book {
  organisation: DemoOrganisation
  suppliers: Record<string, unknown>[]
  partners: Record<string, unknown>[]
  businesses: string
  households: string
  notes: DemoNote[]
  /** How many contracts have invoices. */
  billed: number
  hasBank: boolean
  seed: number
}

/** The large office, to which everything has happened. */
const largeBook: Book = {
  organisation: harbour,
  suppliers: harbourSuppliers,
  partners: harbourPartners,
  businesses,
  households,
  notes: harbourNotes,
  billed: 20,
  hasBank: true,
  seed: 2026,
}

/** The small one, which has one of everything. */
const smallBook: Book = {
  organisation: southern,
  suppliers: southernSuppliers,
  partners: southernPartners,
  businesses: southernBusinesses,
  households: southernHouseholds,
  notes: [],
  billed: 3,
  hasBank: false,
  seed: 1848,
}

export const books = { large: largeBook, small: smallBook }

export interface Parts {
  database: Database
  config: Config
  /** Whether the demonstration's own bank feed is running. */
  isFed?: boolean
  /** The provider of direct debits beside it. */
  debits?: DemoProvider | undefined
}

/** Fills a database that knows nobody with two brokers and their customers; others stay alone. */
export async function seedDemo(parts: Parts): Promise<void> {
  const { database, config } = parts
  const nowhere = { organisation_id: null, user_id: null }
  const key = config.secrets.fields
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await database.write(nowhere, async (conn) => {
    // Two servers that start at once on one database must not both fill it.
    await conn.query(`select pg_advisory_xact_lock(hashtext('switchboard demonstration'))`)
    const existing = await conn.query('select 1 from users limit 1')
    if (existing.length > 0) return
    for (const book of [books.large, books.small]) {
      const made = await storePlatform({ conn, key, passwordHash }, book.organisation)
      // Each book is written inside its own organisation's scope, for this transaction only.
      await conn.query(`select set_config('app.organisation_id', $1, true)`, [
        `${made.organisation_id}`,
      ])
      await storeBook(parts, { conn, organisation_id: made.organisation_id, key }, book, made.users)
    }
  })
}

interface Target {
  conn: Conn
  organisation_id: number
  key: FieldKeys
}

/** A whole book, inside the scope of its organisation. */
export async function storeBook(
  parts: Parts,
  here: Target,
  book: Book,
  users: Map<string, number>,
): Promise<void> {
  const { open, conn } = datedConn(here.conn)
  const target = { ...here, conn }
  const { actors, staffIds } = await storeTeam(target, book.organisation, users)
  const team = [...actors.values()]
  // Whoever looks after everything entered the first records.
  const lead = team.find((actor) => actor.id !== null) ?? { id: null, name: 'Set-up' }
  const made = (days: number) => (input: Record<string, unknown>, place: number) =>
    ({ input, at: daysBefore(days - place * 20), actor: lead }) satisfies DemoRow
  if (book.hasBank) await storeLook(target.conn)
  const suppliers = book.suppliers.map(made(750))
  const partners = book.partners.map(made(745))
  const supplierIds = await storeRows(target, supplier, suppliers)
  const partnerIds = await storeRows(target, partner, partners)
  const customers = customerRows(readBusinesses(book.businesses), readHouseholds(book.households), {
    actors: team.filter((actor) => actor.id !== null),
    partnerIds,
    seed: book.seed,
  })
  const customerIds = await storeRows(target, customer, customers)
  await target.conn.query(
    `insert into series (organisation_id, name, prefix, next_value)
     values ($1, 'customer_number', 'C-', $2)`,
    [target.organisation_id, nextNumber(customers)],
  )
  const known = new Map<string, number>([
    ...named(supplier, suppliers, supplierIds),
    ...named(partner, partners, partnerIds),
    ...named(customer, customers, customerIds),
  ])
  const notes = book.notes.map((entry) => noteRow(entry, known, actors, staffIds))
  await storeRows(target, note, notes)
  await storeSupply(parts, target, {
    customers,
    customerIds,
    supplierIds: new Map(
      suppliers.map((row, place) => [String(row.input.name), supplierIds[place] ?? 0]),
    ),
    actors,
    staffIds,
    lead,
    seed: book.seed,
  })
  const people = (...names: string[]) =>
    team.filter(({ id }) => id !== null && names.some((name) => users.get(name) === id))
  const deciding = people('accounting', 'manager', 'admin', 'other-admin')
  // What takes two is drafted by somebody else.
  const on: On = (day, task) => {
    open(atOffice(day))
    return contextOn(parts, target, task ? people('user') : deciding, day)
  }
  await storePlaces(target.conn, book.seed)
  const customersByName = customers.map((row, place): [string, number] => [
    String(row.input.name),
    customerIds[place] ?? 0,
  ])
  const members = { users, actors, staffIds }
  const office = { parts, target, on, ...members, customers: new Map(customersByName) }
  await (book.hasBank ? storeFirstLife(office, book) : storeSecondLife(office, book))
  await target.conn.query(TOLD)
}

// What its people were told meanwhile arrived long ago: nothing of it is on its way.
const TOLD = `update mails set status = 'sent', sent_at = created_at, text_plain = null
  where status = 'queued' and mail_to in (select u.email
    from users u join memberships m on m.user_id = u.id
    where m.organisation_id = scope_organisation())`

function named(entity: Entity, rows: readonly DemoRow[], ids: readonly number[]) {
  return rows.map((row, place): [string, number] => [
    `${entity.name} ${row.input.name}`,
    ids[place] ?? 0,
  ])
}

function noteRow(
  entry: DemoNote,
  known: Map<string, number>,
  actors: Map<string, DemoActor>,
  staffIds: Map<string, number>,
): DemoRow {
  const reference_id = known.get(`${entry.about} ${entry.name}`)
  if (!reference_id) throw new Error(`A note is about ${entry.name}, who does not exist.`)
  return {
    input: {
      subject: entry.subject,
      text_plain: entry.text,
      reference_object: entry.about,
      reference_id,
      staff_id: staffIds.get(entry.author) ?? null,
      is_pinned: /never/i.test(entry.text),
    },
    kept: { written_by: entry.author },
    at: daysBefore(entry.daysAgo, entry.subject.length * 7),
    actor: actors.get(entry.author) ?? { id: null, name: entry.author },
  }
}
