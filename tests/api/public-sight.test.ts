import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes as screens } from '#domain/access/routes.ts'
import { contract } from '#domain/contracts/contract.ts'
import { keyOf } from '#domain/kit/call.ts'
import { proposal } from '#domain/proposals/proposal.ts'
import { makeFileLink } from '#server/files/file-link.ts'
import { openApiRoute } from '#server/kit/http/openapi.ts'
import { routes } from '#server/routes.ts'
import {
  type Behind,
  type Mode,
  modes,
  readByCustomers,
  sentIn,
} from '#tests/support/billing-modes.ts'
import { writeLetters } from '#tests/support/every-letter.ts'
import { expectPdf } from '#tests/support/expect-pdf.ts'
import { fieldNames } from '#tests/support/field-names.ts'
import {
  type Served,
  servedBy,
  staffOver,
  type Visitor,
  visitorOver,
} from '#tests/support/guest-over.ts'
import { keepSecrets, MARK, rememberableIds, secretsIn } from '#tests/support/house-secrets.ts'
import { letters } from '#tests/support/letter-writers.ts'
import type { StoredLetter } from '#tests/support/letters.ts'
import { linkTo } from '#tests/support/mailed-link.ts'
import { makeOffers, signed } from '#tests/support/offers.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import {
  connected,
  invitedToPay,
  type ReadyDebits,
  readyDebits,
} from '#tests/support/ready-debits.ts'
import { earningPartner, statementLink, statementPaths } from '#tests/support/ready-statements.ts'
import { makeSentInvoices, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// Everything that is open to guests, and every paper and letter a customer gets, is fetched over the
// wire and searched for what is ours alone. A new route or letter without a case here fails.

let world: World
let invoices: SentInvoices
let url: string
let guest: Visitor
let staff: Visitor
let sent: Behind[]
let offered: { contract_id: number; token: string }
let proposal_id: number
let figures: string[]
let debits: ReadyDebits

beforeAll(async () => {
  debits = await readyDebits()
  world = await makeWorld({ gocardless: debits.settings })
  await rememberableIds(world.owner)
  invoices = await makeSentInvoices(world)
  sent = []
  for (const mode of Object.keys(modes) as Mode[]) sent.push(await sentIn(world, invoices, mode))
  figures = sent.flatMap((one) => one.figures)
  await offer()
  await propose()
  await connected(await world.as('admin'))
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  guest = visitorOver(url)
  staff = await staffOver(url, 'manager', password)
}, 60_000)
afterAll(async () => {
  await world.close()
  await debits.close()
})

async function offer(): Promise<void> {
  const offers = await makeOffers(world)
  const contract_id = await offers.draft()
  await scope(world.owner, world.organisations[0])
  figures.push(...(await keepSecrets(world.owner, contract, contract_id, readByCustomers.contract)))
  offered = { contract_id, token: await offers.send(contract_id) }
}

async function propose(): Promise<void> {
  const [{ customer_id }] = sent as [Behind]
  const rates = [{ rate_name: 'Anytime', rate_amount: '0.27', rate_unit: 'kWh' }]
  const reply = await invoices.user.put('/proposal', {
    name: 'Winter offer',
    customer_id,
    candidate_rates: rates,
  })
  expect(reply.status, reply.text).toBe(201)
  proposal_id = reply.body.data.id
  const isRead = [
    'name',
    'proposal_number',
    'service_fee_percent',
    'discount_percent',
    'saving_percent',
  ]
  const costs = ['current_cost', 'candidate_cost', 'saving_amount']
  await keepSecrets(world.owner, proposal, proposal_id, [...isRead, ...costs])
}

const everyInvoice = (method: string, path: string, body?: () => object) => () =>
  Promise.all(sent.map(({ token }) => guest.call(method, path, { token, body: body?.() })))
const onContract = (method: string, path: string, body?: object) => async () => [
  await guest.call(method, path, { token: offered.token, body }),
]
const plainly = (method: string, path: string, body?: object) => async () => [
  await visitorOver(url).call(method, path, { body }),
]
const carriers = ['twilio', 'mail', 'kudosity']
const unsigned = (name: string) => plainly('POST', `/webhooks/${name}/none`, { none: 'of ours' })
const credentials = { username: 'user', password }

/** The link that somebody is invited by to work in the office. */
async function invited(username: string): Promise<string> {
  const admin = await world.as('admin')
  await admin.put('/membership', { username, role_name: 'user' })
  return linkTo(world, username.includes('@') ? username : `${username}@example.co.nz`)
}

const toPay = () => invitedToPay(world, invoices.accounting, (sent as [Behind])[0].customer_id)

const onStatement = (path: string) => async () => {
  const token = await statementLink(world, invoices.manager)
  return [await guest.call('GET', path, { token })]
}

const onFile = (path: string) => async () => {
  const [organisation_id] = world.organisations
  const file = await upload(invoices.manager, anyPdf())
  const link = await world.database.write({ organisation_id, user_id: null }, (conn) =>
    makeFileLink({ ...world, actor: { organisation_id } }, conn, file.body.data.id),
  )
  return [await guest.call('GET', path, { token: link.slice(link.indexOf('#') + 1) })]
}

/** How each call that is open to guests is made so that it answers all it has. */
const guestCalls: Record<string, () => Promise<Served[]>> = {
  'GET /openapi.json': plainly('GET', '/openapi.json'),
  'GET /options': plainly('GET', '/options'),
  'GET /geoinfo': plainly('GET', '/geoinfo'),
  'GET /public/pagecontents': plainly('GET', '/public/pagecontents?url=/app/help'),
  'GET /password': plainly('GET', '/password'),
  'POST /password/reset': plainly('POST', '/password/reset', { email: 'user@example.co.nz' }),
  'PUT /user': plainly('PUT', '/user', { email: 'new@example.co.nz', terms_agreed: true }),
  'POST /user/signin': plainly('POST', '/user/signin', credentials),
  'POST /user/signout': plainly('POST', '/user/signout', {}),
  'POST /token': plainly('POST', '/token', credentials),
  'GET /user/confirm': async () => {
    const email = 'registering@example.co.nz'
    await plainly('PUT', '/user', { email, terms_agreed: true })()
    return [await guest.call('GET', '/user/confirm', { token: await linkTo(world, email) })]
  },
  'GET /public/invitation': async () => [
    await guest.call('GET', '/public/invitation', { token: await invited('loner') }),
  ],
  'POST /public/invitation/accept': async () => [
    await guest.call('POST', '/public/invitation/accept', {
      token: await invited('other'),
      body: {},
    }),
  ],
  'POST /public/invitation/decline': async () => [
    await guest.call('POST', '/public/invitation/decline', {
      token: await invited('nobody@x.nz'),
      body: {},
    }),
  ],
  'POST /webhooks/akahu/:key': plainly('POST', '/webhooks/akahu/none', { state: 'none of ours' }),
  ...Object.fromEntries(carriers.map((name) => [`POST /webhooks/${name}/:key`, unsigned(name)])),
  ...Object.fromEntries(statementPaths.map((path) => [`GET ${path}`, onStatement(path)])),
  'GET /public/file': onFile('/public/file'),
  'GET /public/file/content': onFile('/public/file/content'),
  'GET /public/directdebit': async () => [
    await guest.call('GET', '/public/directdebit', { token: await toPay() }),
  ],
  'POST /public/directdebit/opened': async () => [
    await guest.call('POST', '/public/directdebit/opened', { token: await toPay(), body: {} }),
  ],
  'POST /public/directdebit/start': async () => [
    await guest.call('POST', '/public/directdebit/start', { token: await toPay(), body: {} }),
  ],
  'POST /webhooks/gocardless/:key': plainly('POST', '/webhooks/gocardless/none', { events: [] }),
  'POST /user/confirm': plainly('POST', '/user/confirm', { token: 'none of ours' }),
  'GET /public/invoice': everyInvoice('GET', '/public/invoice'),
  'GET /public/invoice/document': everyInvoice('GET', '/public/invoice/document'),
  'POST /public/invoice/opened': everyInvoice('POST', '/public/invoice/opened', () => ({})),
  'PUT /public/invoice/chat': everyInvoice('PUT', '/public/invoice/chat', () => ({
    text_plain: 'Why so much?',
  })),
  'GET /public/invoice/chat': everyInvoice('GET', '/public/invoice/chat'),
  'GET /public/account': async () => {
    const pages = await everyInvoice('GET', '/public/invoice')()
    const proofs = pages.map(({ text }) => String(JSON.parse(text).data.pay.proof))
    return Promise.all(
      proofs.map((proof) =>
        guest.call('GET', '/public/account', { token: proof.slice(proof.indexOf('#') + 1) }),
      ),
    )
  },
  'GET /public/contract': onContract('GET', '/public/contract'),
  'GET /public/contract/document': onContract('GET', '/public/contract/document'),
  'POST /public/contract/opened': onContract('POST', '/public/contract/opened', {}),
  'POST /public/contract/accept': onContract('POST', '/public/contract/accept', signed),
}
const refused = [
  'POST /webhooks/gocardless/:key',
  'POST /webhooks/akahu/:key',
  ...carriers.map((name) => `POST /webhooks/${name}/:key`),
  'POST /user/confirm',
]
const openToGuests = [...routes, openApiRoute(routes, '')].filter(
  ({ policy }) => policy.from === 'guest',
)

/** Papers customers get from staff's hands. */
const staffPapers: Record<string, () => Promise<Served[]>> = {
  'GET /invoice/document': () => ofInvoices('/invoice/document', ({ id }) => id),
  'GET /customer/statement': () => ofInvoices('/customer/statement', (one) => one.customer_id),
  'GET /contract/preview': () => ofInvoices('/contract/preview', (one) => one.contract_id),
  'GET /contract/document': async () => [
    await staff.call('GET', `/contract/document?id=${offered.contract_id}`),
  ],
  'GET /proposal/document': async () => [
    await staff.call('GET', `/proposal/document?id=${proposal_id}`),
  ],
  'GET /commissionstatement/document': async () => {
    const id = await earningPartner(world, invoices.manager)
    const made = await invoices.manager.post('/partner/commission/send', { id })
    return [await staff.call('GET', `/commissionstatement/document?id=${made.body.data.id}`)]
  },
  'POST /invoices/postrun': async () => {
    await world.owner.query('update customers set receive_mail_invoices = true')
    return [await staff.call('POST', '/invoices/postrun', { body: { ids: sent.map((s) => s.id) } })]
  },
}

const ofInvoices = (path: string, idOf: (one: Behind) => number) =>
  Promise.all(sent.map((one) => staff.call('GET', `${path}?id=${idOf(one)}`)))

const whole = ({ text, headers }: Served) => `${text}\n${JSON.stringify([...headers])}`
const isDrawn = (key: string) => routes.some((entry) => isPaper(entry) && keyOf(entry) === key)

const isPaper = ({ sends }: (typeof routes)[number]) => sends === 'application/pdf'

test('the office reads what is searched for, so that the search can find it', async () => {
  const [{ id, figures: own }] = sent as [Behind]
  const found = secretsIn((await staff.call('GET', `/invoice?id=${id}`)).text, own)
  expect(found).toEqual(expect.arrayContaining([expect.stringContaining(MARK), String(id)]))
  expect(own.filter((value) => found.includes(value)).length).toBeGreaterThan(3)
  expect(secretsIn('It costs $8,101.37, or 8101.3700, or 810137.', ['8101.37'])).toHaveLength(1)
  const explained = (await staff.call('GET', `/invoice/explain?id=${id}`)).text
  expect(secretsIn(explained, own).length).toBeGreaterThan(3)
})

describe('a guest', () => {
  test('has a case for every call that is open', () => {
    expect(Object.keys(guestCalls).sort()).toEqual(openToGuests.map(keyOf).sort())
  })

  // Shows: T12
  test.each(Object.keys(guestCalls))('reads nothing of ours in %s', async (key) => {
    for (const reply of await (guestCalls[key] as () => Promise<Served[]>)()) {
      if (refused.includes(key)) expect(reply.status).toBeGreaterThanOrEqual(400)
      else expect(reply.status, reply.text).toBeLessThan(300)
      expect(secretsIn(whole(reply), figures)).toEqual([])
      if (isDrawn(key)) expectPdf(reply)
    }
  })

  // Shows: V15.3.1
  test('is given no name of a field that is ours in an answer behind a link', async () => {
    for (const key of [
      'GET /public/invoice',
      'GET /public/invoice/chat',
      'GET /public/contract',
      'GET /public/directdebit',
    ])
      for (const { text } of await (guestCalls[key] as () => Promise<Served[]>)())
        expect(fieldNames(JSON.parse(text)).filter((name) => ofOurs.test(name))).toEqual([])
  })

  test.each(publicPages())('finds nothing of ours on the page %s', async (path) => {
    const reply = await servedBy(await fetch(`${url}${path}`))
    expect(reply.status).toBe(200)
    expect(secretsIn(whole(reply), figures)).toEqual([])
  })
})

const ofOurs = /_id$|supplier|margin|cost|note|warning|hold|engine|staff|partner/

function publicPages(): string[] {
  return Object.entries(screens).flatMap(([path, { entry }]) => (entry === 'public' ? [path] : []))
}

describe('the explanation of an invoice', () => {
  test.each(Object.keys(modes))('is of use to a customer billed %s', async (mode) => {
    const { token } = sent.find((one) => one.mode === mode) as Behind
    const { data } = JSON.parse((await guest.call('GET', '/public/invoice', { token })).text)
    const told = new Map<string, { amount: string; words: string }>(
      data.explanation.map((one: { key: string }) => [one.key, one]),
    )
    const isSplit = modes[mode as Mode].split
    expect(told.get('line.1')?.words).toBe(isSplit ? '1 each × 250 = 250' : '600 kWh × 0.25 = 150')
    expect(told.get('charges_gst')?.words).toContain('× 15 %')
    expect(told.get('discounted_charges')?.words).toContain(isSplit ? '× 96 %' : '× 90 %')
    expect(told.get('discounted_service_fee')?.words).toContain('× 5 %')
    expect(told.get('discounted_total')?.amount).toBe(data.discounted_total)
    expect(told.has('supplier_charges')).toBe(isSplit)
  })
})

describe('a paper for customers', () => {
  test('has a case, whichever call draws it', () => {
    const drawn = routes.filter(isPaper).map(keyOf)
    const known = [...Object.keys(staffPapers), ...Object.keys(guestCalls)]
    // A return is for ourselves and Inland Revenue.
    expect(drawn.filter((key) => !known.includes(key))).toEqual(['GET /gstreturn/pdf'])
  })

  test.each(Object.keys(staffPapers))('says nothing of ours when drawn by %s', async (key) => {
    for (const reply of await (staffPapers[key] as () => Promise<Served[]>)()) {
      expect(reply.status, reply.text).toBe(200)
      expectPdf(reply)
      expect(reply.text.length).toBeGreaterThan(100)
      expect(secretsIn(whole(reply), figures)).toEqual([])
    }
  })
})

describe('a letter to a customer', () => {
  test('has a case, whoever writes it', () => {
    const folder = new URL('../../src/server/', import.meta.url)
    const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && queues(folder, file),
    )
    expect(writers.sort()).toEqual(Object.keys(letters).sort())
  })

  test('says nothing of ours, nor does what is attached to it', async () => {
    await writeLetters(world, invoices, sent)
    const { rows } = await world.owner.query<StoredLetter>(
      'select unique_key, subject, text_plain, text_html, attachment from letters',
    )
    for (const key of Object.values(letters).flat()) {
      const own = rows.filter(({ unique_key }) => unique_key.startsWith(key))
      expect(own.length, key).toBeGreaterThan(0)
      for (const { subject, text_plain, text_html, attachment } of own) {
        const paper = attachment ? pdfText(attachment) : ''
        const text = [subject, text_plain, text_html, paper].join('\n')
        expect(secretsIn(text, figures), key).toEqual([])
        // Nor, while it waits in the table, anything long enough to open something.
        expect(`${text_plain} ${text_html}`, key).not.toMatch(/[\w-]{32,}/)
      }
    }
  })
})

const queues = (folder: URL, file: string) =>
  /(outbox\/queue-message|template\/queue-letter)\.ts'/.test(
    readFileSync(new URL(file, folder), 'utf8'),
  )
