import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '#domain/kit/call.ts'
import type { Route } from '#server/kit/http/route.ts'
import { routes } from '#server/routes.ts'
import { askCall } from '#tests/support/ask-call.ts'
import { type Client, type Reply, withKey } from '#tests/support/client.ts'
import { booksCalls } from '#tests/support/ready-books.ts'
import { readyCall } from '#tests/support/ready-calls.ts'
import { chatCalls } from '#tests/support/ready-chats.ts'
import { type ReadyDebits, readyDebits } from '#tests/support/ready-debits.ts'
import { exportCallsOf } from '#tests/support/ready-exports.ts'
import { type ReadyFeeds, readyFeeds } from '#tests/support/ready-feeds.ts'
import { fileCalls } from '#tests/support/ready-files.ts'
import { messageCallsOf } from '#tests/support/ready-messages.ts'
import { payeeCallsOf } from '#tests/support/ready-payees.ts'
import { peopleCalls } from '#tests/support/ready-people.ts'
import { queuedCalls } from '#tests/support/ready-queued.ts'
import { statementCallsOf } from '#tests/support/ready-statements.ts'
import { webhookCallsOf } from '#tests/support/ready-webhooks.ts'
import { wordCallsOf } from '#tests/support/words.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Every call that changes something, asked again and again with one key: it happens once, and every
// answer is the first one.
const atOnce = process.env.HEAVY ? 10 : 4
const changing = routes.filter(({ method }) => method === 'PUT' || method === 'POST')
const isRecorded = (entry: Route) => 'write' in entry && entry.replayed !== false
const recorded = changing.filter(isRecorded)

/** What is never recorded, and why; a new call is either under a key or has its reason here. */
const exempt: Record<string, string> = {
  'POST /banktransactions/rematch': 'what it finds is what there is: twice is once',
  'POST /banktransactions/explain': 'stores nothing',
  'POST /bankrule/test': 'stores nothing',
  'POST /doublemail': 'it happens in the double',
  'POST /doublephone': 'it happens in the double',
  'POST /doublebank': 'it happens in the double',
  'POST /bankaccount/feedaccounts': 'stores nothing',
  'POST /bankaccount/connect': 'a token; connected twice is connected once',
  'POST /webhooks/akahu/:key': 'what it tells of is looked up: twice is once',
  'POST /directdebit/connect': 'a token; connected twice is connected once',
  'PUT /mandate': 'an account number; a second authority is refused',
  'POST /mandate/details': 'a secret, shown once for each look',
  'POST /public/directdebit/opened': 'a link’s token, of a guest; only the first time is kept',
  'POST /public/directdebit/start': 'a link’s token, of a guest; what is authorised counts',
  'POST /webhooks/gocardless/:key': 'an event is known by its number there: twice is once',
  'POST /webhooks/twilio/:key': 'a text is known by its number there: twice is once',
  'POST /webhooks/mail/:key': 'a mail is known by its name and its words: twice is once',
  'POST /webhooks/kudosity/:key': 'a text is known by its number there: twice is once',
  'POST /message/sms/preview': 'stores nothing',
  'POST /thread/read': 'a mark: set twice it is set',
  'POST /bulkmessage/preview': 'stores nothing',
  'POST /departure/preview': 'stores nothing',
  'POST /departure/look': 'stores nothing',
  'POST /user/signin': 'a session',
  'POST /user/signout': 'a session',
  'POST /user/role': 'a session',
  'POST /user/stepup': 'a session',
  'POST /user/impersonate': 'a session',
  'POST /user/confirm': 'a token',
  'POST /token': 'a token',
  'PUT /user': 'a password',
  'POST /user': 'a password',
  'POST /password/change': 'a password',
  'POST /password/reset': 'a password',
  'POST /user/totp/enrol': 'a guard code',
  'POST /user/totp/confirm': 'a guard code',
  'POST /user/totp/disable': 'a guard code',
  'POST /user/recoverycodes': 'guard codes, shown once',
  'POST /user/passkey/begin': 'a question of a key, good for one answer',
  'PUT /user/passkey': 'a guard code; the answer to one question',
  'POST /user/stepup/passkey': 'a session; the answer to one question',
  'PUT /factorreset': 'a guard code; one waits at a time',
  'POST /factorreset/approve': 'a guard code; decided once',
  'POST /factorreset/refuse': 'a guard code; decided once',
  'POST /public/invitation/accept': 'a link’s token, of a guest; it works once',
  'POST /public/invitation/decline': 'a link’s token, of a guest; it works once',
  'POST /demonstration/password': 'a password, shown once',
  'PUT /apikey': 'an API key',
  'PUT /webhook': 'a secret, shown once',
  'POST /webhook/rotate': 'a secret, shown once',
  'PUT /datalock': 'a datalock',
  'POST /datalock': 'a datalock',
  'POST /datalock/release': 'a datalock',
  'POST /customer/unmask': 'a secret, shown once for each look',
  'PUT /guardcode': 'a guard code',
  'POST /guardcode/verify': 'a guard code; each try counts',
  'POST /guardcode/send': 'a guard code; a newer one takes the place of the older',
  'POST /public/contract/opened': 'a link’s token, of a guest; only the first time is kept',
  'POST /public/contract/accept': 'a link’s token, of a guest; answered with the first acceptance',
  'POST /public/invoice/opened': 'a link’s token, of a guest; only the first time is kept',
  'PUT /public/invoice/chat': 'a link’s token, of a guest; said once for each key of the page',
  'POST /messagetemplate/preview': 'stores nothing',
  'POST /proposal/price': 'stores nothing',
  'POST /invoice/new': 'stores nothing',
  'POST /billingrun/new': 'stores nothing',
  'POST /rateupdates/shadowrun': 'stores nothing',
  'POST /supplierrateupdates/shadowrun': 'stores nothing',
  'POST /invoices/postrun': 'stores nothing',
  'POST /billpayments/file/preview': 'stores nothing',
  'POST /commissionstatement/new': 'stores nothing',
  'POST /commissionstatement/verify': 'stores nothing',
  'POST /commissionstatements/file/preview': 'stores nothing',
  'POST /export/download': 'a file; each time it leaves is told',
  'POST /accountantfile/download': 'a file; each time it leaves is told',
  'POST /file/zip/download': 'stores nothing',
  'POST /file/:file_id/download': 'stores nothing',
  'POST /file/:file_id/view': 'stores nothing',
  'POST /ledger/verify': 'asks how the books stand now; an account is parked once',
}

let world: World
let feeds: ReadyFeeds
let debits: ReadyDebits
let admin: Client
let padmin: Client
let more: ReturnType<typeof queuedCalls>

beforeAll(async () => {
  feeds = await readyFeeds()
  debits = await readyDebits()
  world = await makeWorld({ akahu: feeds.settings, gocardless: debits.settings })
  admin = await world.as('admin')
  padmin = await world.as('padmin')
  more = {
    ...queuedCalls(world),
    ...peopleCalls(world),
    ...fileCalls(world),
    ...chatCalls(world),
    ...messageCallsOf(world),
    ...booksCalls(world),
    ...payeeCallsOf(world),
    ...wordCallsOf(world),
    ...webhookCallsOf(world),
    ...feeds.calls,
    ...debits.callsOf(world),
    ...statementCallsOf(world),
    ...exportCallsOf(world),
  }
})
afterAll(async () => {
  await world.close()
  await feeds.close()
  await debits.close()
})

/**
 * Everything that is kept of an effect, whatever it was: versions where there is no history. One look
 * at the lines of a bank, or at what a provider has to tell, waits for all who ask for it, so that it
 * is not counted.
 */
const TRACES = `select ((select count(*) from history) + (select count(*) from mails)
  + (select count(*) from logos)
  + (select count(*) from fieldchanges where state <> 'running')
  + (select count(*) from pgboss.job where name not in ('match-bank-lines', 'dd-fetch-events'))
  + (select coalesce(sum(version), 0) from transactions)
  + (select coalesce(sum(version), 0) from stagedreadings)
  + (select coalesce(sum(version), 0) from stagedbilllines)
  + (select coalesce(sum(version), 0) from stagedrates)
  + (select coalesce(sum(version), 0) from messages)
  + (select coalesce(sum(version), 0) from userconfigs))::int as traces`

async function traces(): Promise<number> {
  const where = { organisation_id: world.organisations[0], user_id: world.userIds.admin }
  const [row] = await world.database.read(where, (conn) => conn.query<{ traces: number }>(TRACES))
  return row?.traces ?? 0
}

type Body = Record<string, unknown>

async function ready(client: Client, entry: Route): Promise<Body> {
  const body = await readyCall(client, entry, more)
  if (!body) throw new Error(`Nobody has said how ${keyOf(entry)} is made ready.`)
  return body
}

/** How many traces one call leaves; what is asked twice must leave no more. */
async function costOf(client: Client, entry: Route): Promise<number> {
  const body = await ready(client, entry)
  const before = await traces()
  const reply = await askCall(client, entry, body, {})
  expect(reply.status, `${keyOf(entry)} ${reply.text}`).toBeLessThan(300)
  return (await traces()) - before
}

function expectAlike(replies: readonly Reply[], told: string): Reply {
  const [first, ...others] = replies.filter((reply) => reply.status !== 409)
  // Who comes while the first one still works may be told to ask again in a moment.
  for (const reply of replies)
    if (reply.status === 409) expect(reply.headers['retry-after'], told).toBe('1')
  if (!first) throw new Error(`Nobody was answered: ${told}`)
  for (const reply of others)
    expect([reply.status, reply.text], told).toEqual([first.status, first.text])
  return first
}

// Shows: R06
test.each(recorded.map((entry) => [keyOf(entry), entry] as const))(
  '%s happens once under its key',
  async (name, entry) => {
    const isPlatform = entry.policy.from === 'padmin' || entry.target?.scope === 'platform'
    const client = isPlatform ? padmin : admin
    const cost = await costOf(client, entry)
    expect(cost, `What ${name} did left no trace`).toBeGreaterThan(0)
    const body = await ready(client, entry)
    const key = withKey()
    const before = await traces()
    const replies = await Promise.all(
      Array.from({ length: atOnce }, () => askCall(client, entry, body, key)),
    )
    const first = expectAlike(replies, name)
    expect(first.status, `${name} ${first.text}`).toBeLessThan(300)
    for (let time = 0; time < 2; time += 1) {
      const again = await askCall(client, entry, body, key)
      expect([again.status, again.text], name).toEqual([first.status, first.text])
      expect(again.headers['idempotent-replayed'], name).toBe('true')
    }
    expect((await traces()) - before, name).toBe(cost)
    const otherwise = await askCall(client, entry, { ...body, said_otherwise: true }, key)
    expect(otherwise.status, `${name} ${otherwise.text}`).toBe(409)
  },
  60_000,
)

// Shows: R06
test('every call is under a key, or is exempt for a reason', () => {
  const others = changing.filter((entry) => !isRecorded(entry)).map(keyOf)
  expect(others.toSorted()).toEqual(Object.keys(exempt).toSorted())
  console.log(`${recorded.length} calls under a key, ${others.length} exempt`)
})
