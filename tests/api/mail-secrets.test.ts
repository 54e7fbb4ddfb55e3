import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unseal } from '#server/kit/rows/seal.ts'
import { makeOffers } from '#tests/support/offers.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeSentInvoices, sentInApril } from '#tests/support/sent-invoices.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** Every kind of letter with a link that opens something. */
async function writeLetters(): Promise<void> {
  const guest = world.guest()
  await guest.get('/options')
  await guest.post('/password/reset', { email: 'user@example.co.nz' })
  const person = { username: 'newcomer', firstname: 'Ana', lastname: 'Ngata' }
  await guest.put('/user', { email: 'new@example.co.nz', ...person, terms_agreed: true })
  const other = await world.as('other')
  await other.put('/membership', { username: 'manager', role_name: 'user' })
  const padmin = await world.as('padmin')
  await padmin.put('/user', { username: 'invited', email: 'invited@example.co.nz' })
  const offers = await makeOffers(world)
  await offers.send(await offers.draft())
  await sentInApril(await makeSentInvoices(world))
  await runQueue(world)
}

/** Which of the words of a text open something: a link of an account or of a customer. */
async function keysIn(text: string): Promise<string[]> {
  const words = [...new Set(text.match(/[\w-]{16,}/g) ?? [])]
  const { rows } = await world.owner.query<{ place: number }>(
    `select place::int from unnest($1::bytea[]) with ordinality as w (hash, place)
     where exists (select from one_time_tokens t where t.token_hash = w.hash)
        or exists (select from public_links l where l.token_hash = w.hash)`,
    [words.map((word) => createHash('sha256').update(word).digest())],
  )
  return rows.map(({ place }) => words[place - 1] ?? '')
}

test('nothing in the table of mails, nor in the queue, opens anything without the key', async () => {
  await writeLetters()
  const { rows } = await world.owner.query<{ row: string; links: string | null; key: string }>(
    `select to_jsonb(m)::text as row, m.links, m.unique_key as key from mails m
     union all select to_jsonb(m)::text, m.sealed_words, m.unique_key from messages m
     union all select data::text, null, name from pgboss.job`,
  )
  expect(await keysIn(rows.map(({ row }) => row).join('\n'))).toEqual([])
  // With the key there is one in each of these, so that the search is known to find them.
  const { fields } = world.config.secrets
  const opening = new Set<string>()
  for (const { links, key } of rows)
    if (links && (await keysIn(unseal(fields, links))).length > 0)
      opening.add(key.split(' ')[0] ?? '')
  expect([...opening].sort()).toEqual([
    'contract',
    'invitation',
    'invite',
    'invoice',
    'register',
    'reset',
  ])
})
