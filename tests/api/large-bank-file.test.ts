import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readBankFile } from '#domain/bank/file/read-bank-file.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { writeBankFile } from '#tests/support/bank-corpus-files.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Reading a file of many lines takes a processor for a while. It is no processor of those who ask
// something in that moment.
let world: World
let accounting: Client
let bank: Bank
const LINES = 12_000

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  bank = await makeBank(world, accounting, await world.as('manager'))
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

const lines = Array.from({ length: LINES }, (_, at) => ({
  transaction_date: '2026-05-05',
  amount: `${at + 1}.00`,
  other_party: `PAYER ${at}`,
  particulars: `INV-${at}`,
  code: '',
  reference: 'POWER',
  id: `${at}`,
}))
const fileOf = (layout: 'tsb' | 'ofx2') =>
  new TextDecoder()
    .decode(writeBankFile(layout, lines))
    .replace(/<BANKACCTFROM>.*<\/BANKACCTFROM>/s, '')

const send = (text: string): Promise<Reply> =>
  sendForm(accounting, 'PUT /bankimport', {
    content: textFile(text, 'bank.txt'),
    bankaccount_id: bank.account,
  })

/** How long this thread has worked since: waiting for others on a busy machine is not counted. */
function workedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}

/** The longest that the thread which answers calls was taken up by the work, at a stretch. */
async function longestTurn(work: Promise<unknown>) {
  const turns: number[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    const since = process.threadCpuUsage()
    await pause(2)
    turns.push(workedMs(since))
  }
  return Math.max(...turns)
}

test.each(['tsb', 'ofx2'] as const)(
  'while a large file (%s) is read, other calls are answered',
  async (layout) => {
    const text = fileOf(layout)
    const since = process.threadCpuUsage()
    const read = readBankFile(new TextEncoder().encode(text), { today: todayOf(world) })
    const readMs = workedMs(since)
    expect('file' in read && read.file.rows.length).toBe(LINES)

    const sending = send(text)
    let answered = 0
    const others = (async () => {
      for (let isOver = false; !isOver; answered += 1) {
        const alive = world.app.inject({ method: 'GET', url: '/healthz' })
        expect((await alive).statusCode).toBe(200)
        isOver = await Promise.race([sending.then(() => true), pause(20, false)])
      }
    })()
    const takenMs = await longestTurn(sending)
    await others
    const reply = await sending
    expect(reply.status, reply.text).toBe(202)
    expect(answered).toBeGreaterThan(3)
    // To read it here took all of that at a stretch.
    expect(takenMs).toBeLessThan(readMs / 2)
    await runQueue(world, {}, 'check-bank-file')
    const { id } = reply.body.data
    const { data } = (await accounting.get('/bankimport', { id })).body
    expect(data).toMatchObject({ import_status: 'ready', rows_total: LINES, rows_error: 0 })
  },
)

test('what is wrong with a large file is said as of a small one', async () => {
  const dollars = fileOf('ofx2').replace('<CURDEF>NZD', '<CURDEF>USD')
  const refused = await send(dollars)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'This file is in USD. Only New Zealand dollars can be taken in.',
  ])
  const large = await send(`${fileOf('tsb')}\n${'05/05/2026,PAYER,1.00,\n'.repeat(38_001)}`)
  expect([large.status, large.body.message]).toEqual([
    413,
    'That file is too big. The limit is 50,000 rows.',
  ])
})
