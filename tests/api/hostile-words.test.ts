import PostalMime, { type Email } from 'postal-mime'
import sanitizeHtml from 'sanitize-html'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { type Behind, sentIn } from '#tests/support/billing-modes.ts'
import { testConfig } from '#tests/support/config.ts'
import { writeLetters } from '#tests/support/every-letter.ts'
import {
  actsIn,
  actsInPdf,
  hostile,
  hostileTexts,
  plant,
  unseenIn,
  withoutGaps,
} from '#tests/support/hostile-words.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { makeOffers } from '#tests/support/offers.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeSentInvoices, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// What people type reaches places that no screen of ours draws: mails as other programs show them,
// papers, and the one page that is plain HTML. There it must be the words that were typed.

const NAME = '<script>__xss=1</script> & "Co"'

let world: World
let invoices: SentInvoices
let sink: SmtpSink
let sent: [Behind]
let contract_id: number
let mails: Email[]

beforeAll(async () => {
  ;[world, sink] = await Promise.all([makeWorld(), startSmtpSink()])
  invoices = await makeSentInvoices(world)
  const { owner, organisations } = world
  await owner.query('update organisations set name = $2 where id = $1', [organisations[0], NAME])
  sent = [await sentIn(world, invoices, 'at our own rates', NAME)]
  const offers = await makeOffers(world)
  contract_id = await offers.draft({ conditions: NAME })
  await offers.send(contract_id)
  expect(await plant(owner)).toBeGreaterThan(60)
  await owner.query('update customers set name = $1', [NAME])
  await owner.query('update organisations set name = $2 where id = $1', [organisations[0], NAME])
  await writeLetters(world, invoices, sent)
  await writeToHostileNames()
  await leaveOnceMore()
  mails = await Promise.all(sink.messages.map(({ content }) => PostalMime.parse(content)))
}, 60_000)
afterAll(async () => {
  await world.close()
  await sink.stop()
})

// No text that is kept has such letters: the API says so to whoever sends them.
const isTyped = (words: string) => !words.includes('\u0001')

/** Each mail to somebody whose name is a part of all the words there are. */
async function writeToHostileNames(): Promise<void> {
  const [{ customer_id }] = sent
  const { accounting, user } = invoices
  const call = (name: string) =>
    world.owner.query('update customers set name = $2, name_business = $2 where id = $1', [
      customer_id,
      name,
    ])
  for (const name of hostileTexts()) {
    await call(name)
    const money = { customer_id, amount_incl_gst: '1.00', payment_date: '2026-05-19' }
    const { id } = (await accounting.put('/invoicepayment', money)).body.data
    const told = await user.post('/invoicepayment/receipt', { id })
    expect(told.status, told.text).toBe(200)
  }
  await call(NAME)
  await runQueue(world)
}

/** What could not leave for want of a mail server leaves by one. */
async function leaveOnceMore(): Promise<void> {
  const again = await world.owner.query<{ id: number }>(
    `update messages set status = 'queued' where type = 'email' and direction = 'out'
       and error = 'No mail server is set up.' returning id`,
  )
  const config = testConfig({ smtpUrl: sink.url, mailFrom: 'office@harbour.example' })
  const [organisation_id] = world.organisations
  for (const { id } of again.rows)
    await sendMessage.run(jobContext(world, { config }), { organisation_id, message_id: id })
}

// Shows: T07, R25
test('a mail says what was typed, in words and in HTML, and nothing in it acts', () => {
  const inHtml = mails.flatMap(({ html }) => html ?? [])
  expect(inHtml.length).toBeGreaterThan(7)
  for (const html of inHtml) {
    expect(html).toContain('&lt;script&gt;__xss=1&lt;/script&gt; &amp; &quot;Co&quot;')
    expect(actsIn(html), html).toEqual([])
  }
  for (const { subject, text, headers } of mails) {
    expect(`${subject} ${text}`).toContain('__xss=1')
    expect(headers.map(({ key }) => key).filter((key) => /xss|^bcc$/.test(key))).toEqual([])
  }
})

// Shows: T07, R25
test('every one of the texts that act in other places stands in a mail as it was typed', () => {
  expect(hostile.length).toBeGreaterThan(200)
  expect(new Set(hostile).size).toBe(hostile.length)
  expect(unseenIn(mails.map(({ text }) => text ?? '').join())).toEqual([])
  expect(unseenIn(mails.map(({ html }) => readAsHtml(html ?? '')).join())).toEqual([])
})

/** What somebody reads whose program shows HTML. */
function readAsHtml(html: string): string {
  const bare = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
  const letters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
  return bare.replace(/&(lt|gt|quot|amp);/g, (_whole, name) => letters[name] ?? '')
}

// Shows: T07, R25
test('a paper has the words as they were written, and does nothing but be read', async () => {
  const [{ id, customer_id, contract_id: billed }] = sent
  const rates = [{ rate_name: NAME.slice(0, 27), rate_amount: '0.27', rate_unit: 'kWh' }]
  const offer = { name: NAME, customer_id, candidate_rates: rates }
  const proposal = await invoices.user.put('/proposal', offer)
  expect(proposal.status, proposal.text).toBe(201)
  const papers = {
    '/invoice/document': id,
    '/customer/statement': customer_id,
    '/contract/preview': billed,
    '/contract/document': contract_id,
    '/proposal/document': proposal.body.data.id,
  }
  for (const [path, of] of Object.entries(papers)) {
    const { status, bytes } = await invoices.user.get(path, { id: of })
    expect(status, path).toBe(200)
    expect(withoutGaps(pdfText(bytes)), path).toContain(withoutGaps(NAME))
    expect(actsInPdf(bytes), path).toEqual([])
  }
})

// Shows: T07, R25
test('a paper prints every one of the texts, and none of them acts', async () => {
  const [{ contract_id: id }] = sent
  const printed = async (conditions: string) => {
    await world.owner.query('update contracts set conditions = $2 where id = $1', [id, conditions])
    const { status, bytes } = await invoices.user.get('/contract/preview', { id })
    expect(status, conditions).toBe(200)
    expect(actsInPdf(bytes)).toEqual([])
    return pdfText(bytes)
  }
  // What our type has no letters for is left out of the paper, and of what is looked for there.
  const inLatin = hostile.filter((words) => /^[\x20-\x7e\s]*$/.test(words))
  expect(inLatin.length).toBeGreaterThan(200)
  // A text that begins on one page and ends on the next is printed once more alone.
  const divided = unseenIn(await printed(hostileTexts().join('')), inLatin)
  expect(divided.length).toBeLessThan(10)
  for (const words of divided) expect(unseenIn(await printed(words), [words])).toEqual([])
})

// Shows: T07, R25
test('markup that acts is not kept in a template, and its preview shows none', async () => {
  // Whoever asks for a field there is not is told so instead.
  const taken = hostile.filter((one) => !one.includes('{{') && isTyped(one))
  const html = `<p onclick="__xss=1">Kia ora {{customer_name}}</p>${taken.join('')}`
  const words = { subject: NAME, text_base: 'Kia ora {{customer_name}}' }
  const admin = await world.as('admin')
  const kept = await admin.put('/messagetemplate', {
    name: 'Hostile',
    type: 'email',
    context: 'customer',
    ...words,
    html,
  })
  expect(kept.status, kept.text).toBe(201)
  expect(actsIn(kept.body.data.html)).toEqual([])
  // Before it is kept as well.
  const shown = await admin.post('/messagetemplate/preview', {
    context: 'customer',
    ...words,
    html,
  })
  expect(shown.status, shown.text).toBe(200)
  expect(shown.body.data.rendering.html).toContain('Kia ora')
  expect(actsIn(shown.body.data.rendering.html)).toEqual([])
})

// Shows: T07, R25
test('the preview of a template shows every one of the texts as it is, or says what is wrong', async () => {
  const admin = await world.as('admin')
  for (const words of hostile) {
    const html = `<p>Kia ora</p>${words}`
    const asked = { context: 'customer', subject: 'News', text_base: words, html }
    const { status, body, text } = await admin.post('/messagetemplate/preview', asked)
    expect(status, text).toBe(200)
    const { rendering, errors } = body.data
    if (rendering === null) {
      expect(words).toContain('{{')
      expect(errors.length, words).toBeGreaterThan(0)
      continue
    }
    expect(actsIn(rendering.html), words).toEqual([])
    // What asks for rows gets those there are: none of these samples has any.
    if (!words.includes('{{')) expect(unseenIn(rendering.text, [words])).toEqual([])
  }
})

// Shows: T07, R25
test('the page behind Unsubscribe names the broker and runs nothing', async () => {
  const token = 'A'.repeat(43)
  await world.owner.query(
    `insert into public_links (token_hash, organisation_id, object_class, object_id, created_at,
       expires_at)
     select sha256($1), organisation_id, 'unsubscribe', id, now(), now() + interval '1 day'
     from messages where direction = 'out' limit 1`,
    [token],
  )
  const page = await world.guest().send({ method: 'GET', url: `/u/${token}` })
  expect(page.status).toBe(200)
  expect(page.text).toContain('from &lt;script>__xss=1&lt;/script>')
  expect(actsIn(page.text)).toEqual([])
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
})

test('what acts is found, so that it would be seen', () => {
  expect(hostile.filter((words) => actsIn(words).length > 0).length).toBeGreaterThan(13)
  expect(actsIn('<p>Kia ora <a href="https://harbour.example/a">there</a></p>')).toEqual([])
  expect(actsInPdf(Buffer.from('/Type /Action /S /JavaScript /JS (x)'))).toHaveLength(2)
})
