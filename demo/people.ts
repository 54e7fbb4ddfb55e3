import { membership } from '#domain/identity/membership.ts'
import { organisation } from '#domain/identity/organisation.ts'
import { staff } from '#domain/identity/staff.ts'
import { user } from '#domain/identity/user.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { FieldKeys } from '#server/kit/rows/seal.ts'
import { daysBefore } from './demo-time.ts'
import type { DemoOrganisation, DemoPerson } from './organisations.ts'
import { type DemoActor, type DemoRow, storeRows } from './store-rows.ts'

const OPENED_DAYS_AGO = 760
const setUp: DemoActor = { id: null, name: 'Set-up' }

interface Platform {
  conn: Conn
  key: FieldKeys
}

/** What only the database knows of users: what they sign in with, and whether they go some day. */
interface HiddenColumns {
  password_hash: string | null
  demonstration_id?: number
}

/** The rows that belong to no organisation: itself and its users, by username. */
export async function storePlatform(
  { conn, key, passwordHash: password_hash }: Platform & { passwordHash: string },
  told: DemoOrganisation,
): Promise<{ organisation_id: number; users: Map<string, number> }> {
  const target = { conn, organisation_id: null, key }
  const at = daysBefore(OPENED_DAYS_AGO)
  const [organisation_id = 0] = await storeRows(target, organisation, [
    { input: { ...told.row, demo: true }, at, actor: setUp },
  ])
  const users = await storeUsers({ conn, key }, told, { password_hash })
  for (const person of told.people.filter((one) => one.isPlatformAdmin))
    await conn.query(
      'insert into user_roles (user_id, role_id) select $1, id from roles where is_admin limit 1',
      [users.get(person.username ?? '')],
    )
  return { organisation_id, users }
}

/** Whoever of them signs in, by what the stories call them: other books have the same people. */
export async function storeUsers(
  { conn, key }: Platform,
  { people, domain, signsInAs = (name) => name }: DemoOrganisation,
  columns: HiddenColumns,
): Promise<Map<string, number>> {
  const signIns = people.filter((person) => person.username !== undefined)
  const ids = await storeRows(
    { conn, organisation_id: null, key },
    user,
    signIns.map((person) => {
      const row = userRow(person, domain, columns)
      const username = signsInAs(person.username ?? '')
      return { ...row, input: { ...row.input, username } }
    }),
  )
  return new Map(signIns.map((person, place) => [person.username ?? '', ids[place] ?? 0]))
}

function userRow(person: DemoPerson, domain: string, hidden: HiddenColumns): DemoRow {
  const [firstname = '', ...rest] = person.name.split(' ')
  const at = daysBefore(OPENED_DAYS_AGO, 20)
  return {
    input: {
      email: addressOf(person, domain),
      firstname,
      lastname: rest.join(' '),
      terms_agreed: true,
      demo: true,
    },
    kept: { confirmed_at: at.toISOString() },
    columns: { ...hidden },
    at,
    actor: setUp,
  }
}

/** Memberships and staff of one organisation. Answers who entered things, by name. */
export async function storeTeam(
  target: { conn: Conn; organisation_id: number; key: FieldKeys },
  { people, domain }: DemoOrganisation,
  users: Map<string, number>,
): Promise<{ actors: Map<string, DemoActor>; staffIds: Map<string, number> }> {
  const at = daysBefore(OPENED_DAYS_AGO - 1)
  const members = people.flatMap((person) =>
    person.username && person.role
      ? [{ user_id: users.get(person.username), role_name: person.role }]
      : [],
  )
  await storeRows(
    target,
    membership,
    members.map((input) => ({ input, at, actor: setUp })),
  )
  await storeInvitations(target, people, users)
  const ids = await storeRows(
    target,
    staff,
    people.map((person, place) => ({
      input: {
        name: person.name,
        job_title: person.job_title,
        email: addressOf(person, domain),
        phone_mobile: `021 555 01${10 + place}`,
        is_active: !person.hasLeft,
        user_id: users.get(person.username ?? '') ?? null,
        view_customer_direct_debit: person.seesBankDetails ?? false,
        set_customer_direct_debit_password: person.role === 'manager',
        can_decrypt: person.seesBankDetails ?? false,
      },
      at,
      actor: setUp,
    })),
  )
  const actorOf = (person: DemoPerson): DemoActor => ({
    id: users.get(person.username ?? '') ?? null,
    name: person.name,
  })
  return {
    actors: new Map(people.map((person) => [person.name, actorOf(person)])),
    staffIds: new Map(people.map((person, place) => [person.name, ids[place] ?? 0])),
  }
}

const INVITE = sql<
  never,
  [
    organisation_id: number,
    invited: string,
    role_name: string,
    status: string,
    by: number,
    by_name: string,
    sent_at: Date,
    expires_at: Date,
  ]
>`insert into invitations (organisation_id, invited, role_name, invitation_status, invited_by,
    invited_by_name, sent_at, expires_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $7)`

/** Somebody who has not answered yet, and somebody who would rather not. */
async function storeInvitations(
  { conn, organisation_id }: { conn: Conn; organisation_id: number },
  people: DemoPerson[],
  users: Map<string, number>,
): Promise<void> {
  const admin = people.find((person) => person.role === 'admin' && person.username)
  const by = users.get(admin?.username ?? '')
  if (!admin || by === undefined) return
  const invited = [
    { who: 'tui.walker@example.co.nz', role: 'user', status: 'waiting', days: 2 },
    { who: 'r.thompson', role: 'accounting', status: 'declined', days: 40 },
  ]
  for (const { who, role, status, days } of invited) {
    const [at, end] = [daysBefore(days), daysBefore(days - 7)]
    await INVITE.run(conn, organisation_id, who, role, status, by, admin.name, at, end)
  }
}

function addressOf(person: DemoPerson, domain: string): string {
  const letters = person.name.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return `${letters.toLowerCase().replaceAll(' ', '.')}@${domain}`
}
