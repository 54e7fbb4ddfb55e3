import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import type { Route } from '#server/kit/http/route.ts'
import { routes } from '#server/routes.ts'
import { askCall } from '#tests/support/ask-call.ts'
import { billingRows } from '#tests/support/billing-rows.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { guestCalls } from '#tests/support/guest-calls.ts'
import { booksCalls } from '#tests/support/ready-books.ts'
import { readyCall } from '#tests/support/ready-calls.ts'
import { chatCalls } from '#tests/support/ready-chats.ts'
import { type ReadyDebits, readyDebits } from '#tests/support/ready-debits.ts'
import { exportCallsOf } from '#tests/support/ready-exports.ts'
import { type ReadyFeeds, readyFeeds } from '#tests/support/ready-feeds.ts'
import { fileCalls } from '#tests/support/ready-files.ts'
import { guardCallsOf } from '#tests/support/ready-guard.ts'
import { messageCallsOf } from '#tests/support/ready-messages.ts'
import { payeeCallsOf } from '#tests/support/ready-payees.ts'
import { peopleCalls } from '#tests/support/ready-people.ts'
import { queuedCalls } from '#tests/support/ready-queued.ts'
import { statementCallsOf } from '#tests/support/ready-statements.ts'
import { webhookCallsOf } from '#tests/support/ready-webhooks.ts'
import { wordCallsOf } from '#tests/support/words.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Every call that changes something is told in the history, with who made it and by which request.
const changing = routes.filter(({ method }) => method !== 'GET')

/** What is rightly told nowhere, and why; a new call is either told or has its reason here. */
const silent: Record<string, string> = {
  'POST /user/signin': 'a session; the platform’s watch keeps it',
  'POST /user/signout': 'a session; the platform’s watch keeps it',
  'POST /user/role': 'a session',
  'POST /user/stepup': 'a session',
  'POST /token': 'a session',
  'DELETE /user/session': 'a session; the platform’s watch keeps it',
  'DELETE /user/sessions': 'a session; the platform’s watch keeps it',
  'POST /user/passkey/begin': 'nothing is kept before it is answered',
  'POST /user/stepup/passkey': 'nothing is kept before it is answered',
  'POST /user/totp/enrol': 'nothing is on before it is confirmed',
  'PUT /datalock': 'a lock, gone in minutes',
  'POST /datalock': 'a lock, gone in minutes',
  'DELETE /datalock': 'a lock, gone in minutes',
  'POST /datalock/release': 'a lock; the platform’s watch keeps it',
  'PUT /userconfig': 'the caller’s own view',
  'POST /userconfig': 'the caller’s own view',
  'POST /userconfig/save': 'the caller’s own view',
  'DELETE /userconfig': 'the caller’s own view',
  'DELETE /userconfigs': 'the caller’s own view',
  'POST /messages/read': 'a mark, with its reader on the message itself',
  'POST /doublemail': 'it happens in the double; what comes of it is a message',
  'POST /doublephone': 'it happens in the double; what comes of it is a message',
  'POST /doublebank': 'it happens in the double; what comes of it the provider tells',
  'POST /thread/read': 'a mark, with its reader on the message itself',
  'POST /activityuserbills/send': 'a mail to the caller alone',
  'POST /activitycustomerinvoices/send': 'a mail to the caller alone',
  'POST /messagetemplate/preview': 'stores nothing',
  'POST /messagetemplate/trial': 'a mail to the caller alone',
  'POST /proposal/price': 'stores nothing',
  'POST /invoice/new': 'stores nothing',
  'PUT /logo': 'a picture; which one is used is told with the setting',
  'POST /billingrun/new': 'stores nothing',
  'POST /rateupdates/shadowrun': 'stores nothing',
  'POST /supplierrateupdates/shadowrun': 'stores nothing',
  'POST /invoices/postrun': 'stores nothing',
  'POST /banktransactions/explain': 'stores nothing',
  'POST /bankrule/test': 'stores nothing',
  'POST /bankaccount/feedaccounts': 'stores nothing',
  'POST /webhooks/akahu/:key': 'told with each line that it brings',
  'POST /public/directdebit/opened': 'told with the invitation, which keeps when',
  'POST /public/directdebit/start': 'told with the authority that comes of it',
  'POST /webhooks/gocardless/:key': 'told with what it is about, once that was looked up',
  'POST /webhooks/twilio/:key': 'told with each message that it is about',
  'POST /webhooks/mail/:key': 'told with the message that it brings',
  'POST /webhooks/kudosity/:key': 'told with each message that it is about',
  'POST /message/sms/preview': 'stores nothing',
  'POST /bulkmessage/preview': 'stores nothing',
  'POST /departure/preview': 'stores nothing',
  'POST /departure/look': 'stores nothing',
  'POST /departure/now': 'told with each row as it leaves',
  'PUT /fieldchange': 'told with each row as it changes',
  'POST /fieldchange/stop': 'what is changed by then is told with each row',
  'POST /fieldchange/undo': 'told with each row that is put back',
  'POST /bulkmessage/trial': 'a mail to the caller alone',
  'POST /banktransactions/rematch': 'told with each line that it matches',
  'POST /billpayments/file/preview': 'stores nothing',
  'POST /commissionstatement/new': 'stores nothing',
  'POST /commissionstatement/verify': 'stores nothing',
  'POST /commissionstatements/file/preview': 'stores nothing',
  'DELETE /billpayment': 'always refused: a payment is cancelled',
  'DELETE /billpayments': 'always refused: a payment is cancelled',
}

// Anybody may call these; what they do for the platform's admin is what is told.
const platformCalls = new Set(['PUT /user'])

let world: World
let guestWorld: World
let feeds: ReadyFeeds
let debits: ReadyDebits
let admin: Client
let padmin: Client
let other: Client
let more: ReturnType<typeof queuedCalls>
let ofGuests: ReturnType<typeof guestCalls>

beforeAll(async () => {
  feeds = await readyFeeds()
  debits = await readyDebits()
  world = await makeWorld({ akahu: feeds.settings, gocardless: debits.settings })
  admin = await world.as('admin')
  padmin = await world.as('padmin')
  other = await world.as('other')
  more = {
    ...queuedCalls(world),
    ...peopleCalls(world),
    ...fileCalls(world),
    ...chatCalls(world),
    ...messageCallsOf(world),
    ...booksCalls(world),
    ...payeeCallsOf(world),
    ...wordCallsOf(world),
    ...guardCallsOf(world),
    ...webhookCallsOf(world),
    ...feeds.calls,
    ...debits.callsOf(world),
    ...statementCallsOf(world),
    ...exportCallsOf(world),
  }
  guestWorld = await makeWorld()
  ofGuests = guestCalls(guestWorld)
})
afterAll(async () => {
  await guestWorld.close()
  await world.close()
  await feeds.close()
  await debits.close()
})

type Body = Record<string, unknown>

async function ready(client: Client, entry: Route): Promise<Body> {
  const body =
    entry.method === 'DELETE'
      ? await removable(client, entry)
      : await readyCall(client, entry, more)
  if (!body) throw new Error(`Nobody has said how ${keyOf(entry)} is made ready.`)
  return body
}

async function removable(client: Client, entry: Route): Promise<Body | null> {
  const prepared = await more[keyOf(entry)]?.(client)
  if (prepared) return prepared
  const [, name = ''] = entry.path.split('/')
  const entity = entities.find((one) => one.name === name || one.plural === name)
  if (!entity) return null
  const id = (await billingRows[entity.name]?.(client)) ?? (await makeRow(client, entity)).id
  return name === entity.plural ? { ids: [id] } : { id }
}

async function made(entry: Route) {
  const guest = ofGuests[keyOf(entry)]
  if (guest) return { ...(await guest()), owner: guestWorld.owner }
  const isPlatform =
    entry.policy.from === 'padmin' ||
    entry.target?.scope === 'platform' ||
    platformCalls.has(keyOf(entry))
  const client = isPlatform ? padmin : admin
  const body = await ready(client, entry)
  // The same call, perfectly well made, from another organisation finds nothing.
  if (entry.target?.scope === 'organisation') {
    const foreign = await askCall(other, entry, body)
    expect(foreign.status, `from elsewhere: ${foreign.text}`).toBe(404)
  }
  const name = isPlatform ? 'padmin Test' : 'admin Test'
  return { reply: await askCall(client, entry, body), name, owner: world.owner }
}

async function toldOf(owner: World['owner'], request_id: unknown): Promise<string[]> {
  await scope(owner, world.organisations[0])
  const { rows } = await owner.query<{ actor_name: string }>(
    'select distinct actor_name from history where request_id = $1',
    [request_id],
  )
  return rows.map((row) => row.actor_name)
}

// Shows: T24, R32
test.each(
  changing.map((entry) => [keyOf(entry), entry] as const).filter(([name]) => !(name in silent)),
)(
  '%s is told with its caller and its request',
  async (call, entry) => {
    const { reply, name, owner } = await made(entry)
    expect([200, 201, 202, 261, 262], `${call} ${reply.text}`).toContain(reply.status)
    expect(await toldOf(owner, reply.headers['x-request-id']), call).toEqual([name])
  },
  60_000,
)

test('what is told nowhere has its reason, and is still a call', () => {
  const calls = new Set(changing.map(keyOf))
  expect(Object.keys(silent).filter((name) => !calls.has(name))).toEqual([])
})
