import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { type Akahu, akahu, type ToldLine, token } from '#tests/support/akahu.ts'
import {
  OTHER_ACCOUNT,
  OUR_ACCOUNT,
  type WrittenLine,
  writeBankFile,
} from '#tests/support/bank-corpus-files.ts'
import { testSecrets } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { demoDatabase, demoPassword } from '#tests/support/demo-database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { type HttpClient, type HttpReply, signInOver } from '#tests/support/http-client.ts'
import { seed as firstSeed } from '#tests/support/seed.ts'
import { launchAndWait, type ServerProcess } from '#tests/support/server-process.ts'
import { type TemporaryFolder, temporaryFolder } from '#tests/support/temporary-folder.ts'

// A statement comes in while the server is killed again and again: from the same bank twice, in
// another form, and with days that were there before. In the end every line is there once.
const size = process.env.HEAVY ? 5000 : 300
let killsLeft = process.env.HEAVY ? 100 : 4
// Many pages, so that most kills meet a look at the bank under way.
const FEED_PAGE = 5
const killsOfFeed = process.env.HEAVY ? 25 : 3
let seed = firstSeed

let copy: TestDatabase
let folder: TemporaryFolder
let server: ServerProcess
let manager: HttpClient
let provider: Akahu

const start = () =>
  launchAndWait({
    dataDir: folder.path,
    env: {
      ...{ ...testSecrets, DATABASE_URL: copy.ownerUrl, DATABASE_APP_URL: copy.appUrl },
      AKAHU_URL: provider.settings.url,
      AKAHU_APP_TOKEN: provider.settings.appToken,
    },
  })

beforeAll(async () => {
  console.log(`SEED=${seed}`)
  copy = await cloneDatabase(demoDatabase)
  folder = temporaryFolder()
  provider = await akahu(FEED_PAGE)
  server = await start()
  manager = await signInOver(server.url, 'manager', demoPassword)
})
afterAll(async () => {
  server.signal('SIGKILL')
  await server.exited
  await provider.close()
  await copy.drop()
  folder.remove()
})

function between(from: number, to: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return from + (seed % (to - from))
}

/** Asks until it is answered, under one key; while kills are left the server dies meanwhile. */
async function despiteKills(method: 'PUT' | 'POST', path: string, body: object) {
  const key = randomUUID()
  for (;;) {
    const asked: Promise<HttpReply | null> = manager
      .at(server.url)
      .send(method, path, body, key)
      .catch(() => null)
    if (killsLeft > 0) {
      killsLeft -= 1
      await sleep(between(5, 800))
      server.signal('SIGKILL')
      await server.exited
      server = await start()
    }
    const reply = await asked
    // What is still under way elsewhere is asked again a little later.
    if (reply && reply.status < 300) return reply.body.data
    if (reply) expect([409, 503], JSON.stringify(reply.body)).toContain(reply.status)
    await sleep(200)
  }
}

/** Every tenth is a twin of the one before: two that are alike are two. */
function linesFrom(first: number, count: number): WrittenLine[] {
  return Array.from({ length: count }, (_, place) => {
    const number = first + place - ((first + place) % 10 === 9 ? 1 : 0)
    const day = String(1 + Math.floor((number / (size * 2)) * 27)).padStart(2, '0')
    return {
      transaction_date: `2026-09-${day}`,
      amount: `${1 + (number % 700)}.${String(number % 100).padStart(2, '0')}`,
      other_party: `Payer ${number}`,
      particulars: `P${number}`,
      code: '',
      reference: 'Power',
      id: `F${first + place}`,
    }
  })
}

async function bringIn(layout: 'anz' | 'ofx', lines: WrittenLine[], bankaccount_id: number) {
  const form = new FormData()
  const name = `statement.${layout === 'ofx' ? 'ofx' : 'csv'}`
  form.set('content', new Blob([new Uint8Array(writeBankFile(layout, lines))]), name)
  form.set('file_name', name)
  form.set('bankaccount_id', String(bankaccount_id))
  const { id } = await despiteKills('PUT', '/bankimport', form)
  await despiteKills('POST', '/bankimport/accept', { id })
  return id as number
}

// Shows: R02
test(`${size} lines, again, in another form and with days in common are each there once, under ${killsLeft} kills`, async () => {
  const opened = await manager.send('PUT', '/bankaccount', {
    name: 'Under fire',
    bank_account_number: OUR_ACCOUNT,
    opening_date: '2026-09-01',
    opening_balance: '0.00',
  })
  expect(opened.status, JSON.stringify(opened.body)).toBe(201)
  const bankaccount_id = opened.body.data.id
  const first = linesFrom(0, size)
  const overlap = linesFrom(Math.round(size * 0.7), size)
  for (const [layout, lines] of [
    ['anz', first],
    ['anz', first],
    ['ofx', first],
    ['anz', overlap],
  ] as const)
    await bringIn(layout, lines, bankaccount_id)
  const all = linesFrom(0, Math.round(size * 1.7))
  expect(await storedLines(bankaccount_id)).toEqual(all.map(told).toSorted())
  expect(killsLeft).toBe(0)
}, 1_800_000)

const told = ({ transaction_date, amount, particulars }: WrittenLine) =>
  `${transaction_date} ${amount} ${particulars}`

async function storedLines(bankaccount_id: number): Promise<string[]> {
  const client = manager.at(server.url)
  const found: WrittenLine[] = []
  for (let total = 1; found.length < total; ) {
    const page = `limit=200&offset=${found.length}&order=id`
    const { status, body } = await client.get(
      `/banktransactions?bankaccount_id=${bankaccount_id}&${page}`,
    )
    expect([200, 260], JSON.stringify(body)).toContain(status)
    found.push(...body.data)
    total = body.info.total
  }
  return found.map(told).toSorted()
}

/** Of the last days: what is older than a week is asked for once a week alone. */
function linesBefore(kill: number): WrittenLine[] {
  const transaction_date = addDays(new Date().toISOString().slice(0, 10), -1 - (kill % 4))
  return linesFrom(kill * 40, 40).map((line) => ({ ...line, transaction_date }))
}

/** At noon in Auckland; the cents as another program writes them. */
const toldToDouble = ({ transaction_date, amount, particulars }: WrittenLine): ToldLine => ({
  date: `${transaction_date}T00:00:00.000Z`,
  amount: `${Number(amount)}`,
  meta: { particulars },
})

// Shows: R02
test(`a feed is fetched whole, each line once, under ${killsOfFeed} kills`, async () => {
  const opened = await manager.at(server.url).send('PUT', '/bankaccount', {
    name: 'Fetched under fire',
    bank_account_number: OTHER_ACCOUNT,
    opening_date: '2026-09-01',
    opening_balance: '0.00',
  })
  expect(opened.status, JSON.stringify(opened.body)).toBe(201)
  const { id } = opened.body.data
  const there = await provider.account(OTHER_ACCOUNT)
  const admin = await signInOver(server.url, 'admin', demoPassword)
  const asked = { id, user_token: token, provider_account_id: there }
  const connected = await admin.send('POST', '/bankaccount/connect', asked)
  expect(connected.status, JSON.stringify(connected.body)).toBe(200)
  for (let kill = 0; kill < killsOfFeed; kill++) {
    await provider.tell(there, linesBefore(kill).map(toldToDouble))
    await manager.at(server.url).send('POST', '/bankaccount/fetch', { id })
    await sleep(between(5, 400))
    server.signal('SIGKILL')
    await server.exited
    server = await start()
  }
  const settled = (await provider.settled()).filter(({ _account }) => _account === there)
  await expect
    .poll(
      async () => {
        await manager.at(server.url).send('POST', '/bankaccount/fetch', { id })
        return (await storedLines(id)).length
      },
      { timeout: 120_000, interval: 2000 },
    )
    .toBe(settled.length)
  const all = Array.from({ length: killsOfFeed }, (_, kill) => linesBefore(kill)).flat()
  expect(await storedLines(id)).toEqual(all.map(told).toSorted())
}, 900_000)
