import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { standards } from '#domain/messaging/template/standards.ts'
import type { Client } from '#tests/support/client.ts'
import { templateInUse, twoRead, wordsAskedFor } from '#tests/support/words.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Whoever changes what mails and papers say may tell customers another account to pay to. An
// organisation may want two people for that.
let world: World
let admin: Client
let padmin: Client
let user: Client
let other: Client

beforeAll(async () => {
  world = await makeWorld()
  await signIn()
  await templateInUse(admin)
})
afterAll(() => world.close())
beforeEach(async () => {
  await signIn()
  await twoRead(world, true)
  await scope(world.owner, world.organisations[0])
})

async function signIn(): Promise<void> {
  admin = await world.as('admin')
  padmin = await world.as('padmin')
  user = await world.as('user')
  other = await world.as('other')
}

const why = { reason: 'That is not our account' }
const toThem = { text_base: 'Thanks for {{amount}}. Please pay to 12-3456-0000001-00 from now on.' }

const receipt = async () => {
  const [row] = (await user.get('/messagetemplates', { key: 'receipt' })).body.data
  return row
}
const waiting = async (object_class = 'messagetemplate') =>
  (await user.get('/wordchanges', { object_class })).body.data ?? []

async function told(since = 0) {
  const { rows } = await world.owner.query<{ mail_to: string; subject: string; text: string }>(
    `select mail_to, subject, text_plain as text from letters
     where unique_key ~ '^(words|template|setting) ' order by id offset $1`,
    [since],
  )
  return rows
}

async function taskOf(asked: number) {
  const { rows } = await world.owner.query(
    'select task_status, role_name from tasks where cause = $1',
    [`word change ${asked}`],
  )
  return rows[0]
}

const historyOf = async (object_class: string, object_id: number) => {
  const { rows } = await world.owner.query<{ action: string; actor_name: string }>(
    'select action, actor_name from history where object_class = $1 and object_id = $2 order by id',
    [object_class, object_id],
  )
  return rows
}

describe('the words of a mail', () => {
  // Shows: T13, V2.3.5
  test('stay as they are until another admin has confirmed what they are to be', async () => {
    const before = await receipt()
    const mails = (await told()).length
    const asked = await wordsAskedFor(admin, toThem)
    expect(await receipt()).toMatchObject({ version: before.version, text_base: before.text_base })
    expect(await waiting()).toMatchObject([
      {
        id: asked,
        name: 'Receipt',
        actor_name: 'admin Test',
        changes: { text_base: [before.text_base, toThem.text_base] },
      },
    ])
    expect(await taskOf(asked)).toEqual({ task_status: 'open', role_name: 'admin' })
    const news = (await told(mails)).map(({ mail_to, text }) => ({ mail_to, text }))
    const text = expect.stringContaining('Receipt: admin Test asked to change what customers read.')
    expect(news).toEqual([
      { mail_to: 'admin@example.co.nz', text },
      { mail_to: 'padmin@example.co.nz', text },
    ])
    const own = await admin.post('/wordchange/confirm', { id: asked })
    expect(own.status, own.text).toBe(403)
    expect(own.body.message).toContain('You asked for this change yourself')
    expect((await user.post('/wordchange/confirm', { id: asked })).status).toBe(403)
    expect((await other.post('/wordchange/confirm', { id: asked })).status).toBe(404)
    expect((await other.get('/wordchanges', { object_class: 'messagetemplate' })).status).toBe(260)
    const done = await padmin.post('/wordchange/confirm', { id: asked })
    expect(done.status, done.text).toBe(200)
    expect(await receipt()).toMatchObject({ version: before.version + 1, ...toThem })
    expect(await waiting()).toEqual([])
    expect((await taskOf(asked)).task_status).toBe('done')
    const deeds = (await historyOf('messagetemplate', before.id)).slice(-3)
    expect(deeds).toEqual([
      { action: 'ask_words', actor_name: 'admin Test' },
      { action: 'confirm_words', actor_name: 'padmin Test' },
      { action: 'update', actor_name: 'padmin Test' },
    ])
    const { data } = (await user.get('/messagetemplate/versions', { id: before.id })).body
    const actor_name = 'admin Test, confirmed by padmin Test'
    expect(data[0]).toMatchObject({ version: before.version + 1, ...toThem, actor_name })
    expect((await told()).at(-1)?.text).toContain('Receipt: padmin Test confirmed a change of it.')
    const again = await padmin.post('/wordchange/confirm', { id: asked })
    expect(again.status, again.text).toBe(476)
    expect(again.body.message).toContain('has confirmed it already')
  })

  test('are refused with a reason, which everybody is told', async () => {
    const before = await receipt()
    const asked = await wordsAskedFor(admin, { subject: 'Pay elsewhere: {{amount}}' })
    expect((await padmin.post('/wordchange/refuse', { id: asked })).status).toBe(400)
    expect((await admin.post('/wordchange/refuse', { id: asked, ...why })).status).toBe(403)
    const done = await padmin.post('/wordchange/refuse', { id: asked, ...why })
    expect(done.status, done.text).toBe(200)
    expect(await receipt()).toMatchObject({ version: before.version, subject: before.subject })
    expect((await padmin.post('/wordchange/confirm', { id: asked })).status).toBe(476)
    expect((await told()).at(-1)?.text).toContain(`The reason given: ${why.reason}`)
  })

  test('change once at a time: what waits is answered, or withdrawn by who asked', async () => {
    const asked = await wordsAskedFor(admin, { subject: 'Another one: {{amount}}' })
    const { id, version } = await receipt()
    const second = await padmin.post('/messagetemplate', { id, version, subject: 'A third' })
    expect(second.status, second.text).toBe(476)
    expect(second.body.message).toContain('waits for a second person')
    expect((await admin.delete('/messagetemplate', { id })).status).toBe(476)
    expect((await admin.delete('/messagetemplates', { ids: [id] })).status).toBe(476)
    // Nor does switching the setting off let through what waits.
    await twoRead(world, false)
    const late = await padmin.post('/messagetemplate', { id, version, subject: 'A third' })
    expect(late.status).toBe(476)
    expect((await padmin.post('/wordchange/withdraw', { id: asked })).status).toBe(403)
    const back = await admin.post('/wordchange/withdraw', { id: asked })
    expect(back.status, back.text).toBe(200)
    const free = await padmin.post('/messagetemplate', {
      id,
      version,
      subject: 'Third: {{amount}}',
    })
    expect(free.status, free.text).toBe(261)
  })

  test('are confirmed once, however many do it at the same moment', async () => {
    const { version } = await receipt()
    const asked = await wordsAskedFor(admin, { subject: 'Thank you: {{amount}}' })
    // Who asked may have the form open still.
    const object_path = `/app/messagetemplate/edit?id=${(await receipt()).id}`
    expect((await admin.put('/datalock', { object_path })).status).toBe(201)
    const clients = await Promise.all([0, 1, 2].map(() => world.as('padmin')))
    const replies = await Promise.all(
      clients.map((client) => client.post('/wordchange/confirm', { id: asked })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 476, 476])
    expect((await receipt()).version).toBe(version + 1)
  })

  test('that are wrong, outdated or the same wait for nobody', async () => {
    const { id, version, subject } = await receipt()
    const change = (more: object) => admin.post('/messagetemplate', { id, version, ...more })
    expect((await change({ text_base: 'For {{nothing}}' })).status).toBe(400)
    expect((await change({ version: version - 1, subject: 'Late' })).status).toBe(474)
    expect((await change({ subject })).body.message).toBe('Changes saved.')
    expect(await waiting()).toEqual([])
  })

  test('are asked for and confirmed with a fresh password, and by no program', async () => {
    const asked = await wordsAskedFor(admin, { subject: 'Fresh: {{amount}}' })
    const program = world.guest()
    program.authorization = `Key ${(await padmin.put('/apikey')).body.data.api_key}`
    expect((await program.post('/wordchange/confirm', { id: asked })).status).toBe(403)
    world.clock.advance(6 * 60_000)
    const stale = await padmin.post('/wordchange/confirm', { id: asked })
    expect(stale.status, stale.text).toBe(403)
    expect(stale.body.message).toContain('enter your password again')
    await signIn()
    await admin.post('/wordchange/withdraw', { id: asked })
    world.clock.advance(6 * 60_000)
    const { id, version } = await receipt()
    const open = await admin.post('/messagetemplate', { id, version, subject: 'Left {{amount}}' })
    expect([open.status, open.body.info], open.text).toEqual([403, { step_up: true }])
    expect(await waiting()).toEqual([])
    await signIn()
  })
})

describe('new words', () => {
  const statement = { name: 'Statement', type: 'email', key: 'statement', context: 'statement' }
  const { subject, text_base, text_loop } = standards.statement

  test('are kept and rest until another admin has confirmed them', async () => {
    const made = await admin.put('/messagetemplate', {
      ...statement,
      subject,
      text_base: `Pay to another account. ${text_base}`,
      text_loop,
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body.message).toContain('when a second person has confirmed it')
    expect(made.body.data.is_active).toBe(false)
    const overview = (await user.get('/messagetemplates/overview')).body.data
    const row = overview.find((one: { key: string }) => one.key === 'statement')
    expect(row).toMatchObject({ in_force: 'standard', is_active: false })
    const [asked] = await waiting()
    expect(asked.changes).toEqual({ is_active: [false, true] })
    const done = await padmin.post('/wordchange/confirm', { id: asked.id })
    expect(done.status, done.text).toBe(200)
    const { id } = made.body.data
    expect((await user.get('/messagetemplate', { id })).body.data.is_active).toBe(true)
    // Back to the standard, everybody may go alone.
    expect((await admin.delete('/messagetemplate', { id })).status).toBe(262)
  })

  test('may be written alone as long as nobody reads them', async () => {
    const draft = { ...statement, subject, text_base, text_loop, is_active: false }
    const { id, version } = (await admin.put('/messagetemplate', draft)).body.data
    const change = await admin.post('/messagetemplate', { id, version, subject: 'Yours' })
    expect(change.body.data, change.text).toMatchObject({ subject: 'Yours', is_active: false })
    const use = { id, version: change.body.data.version, is_active: true }
    expect((await admin.post('/messagetemplate', use)).body.data.is_active).toBe(false)
    const [asked] = await waiting()
    expect(asked.object_id).toBe(id)
    expect((await admin.post('/wordchange/withdraw', { id: asked.id })).status).toBe(200)
  })
})

// Shows: T13
test.each(['look_footer', 'complaint_words'])(
  '%s, which stands on every paper, changes with a second person as well',
  async (name) => {
    const value = 'Our new account is 12-3456-0000001-00.'
    const made = await admin.put('/organisationconfig', { name, value })
    expect(made.status, made.text).toBe(201)
    expect(made.body.data.value).toBe('')
    const [asked] = await waiting('organisationconfig')
    expect(asked).toMatchObject({ changes: { value: ['', value] } })
    expect(asked.name).toMatch(/^Words /)
    expect((await padmin.post('/wordchange/refuse', { id: asked.id, ...why })).status).toBe(200)
    const { id, version } = made.body.data
    const right = 'Open from 9 to 5.'
    const change = await admin.post('/organisationconfig', { id, version, value: right })
    expect(change.body.data, change.text).toMatchObject({ version, value: '' })
    const [next] = await waiting('organisationconfig')
    expect((await padmin.post('/wordchange/confirm', { id: next.id })).status).toBe(200)
    expect((await user.get('/organisationconfig', { id })).body.data.value).toBe(right)
    expect((await told()).at(-1)?.text).toContain(`${asked.name}: padmin Test confirmed a change`)
    // What is no words changes at once.
    const plain = await admin.put('/organisationconfig', { name: 'not_invoiced_days', value: 40 })
    expect(plain.body.data.value, plain.text).toBe(40)
    await admin.delete('/organisationconfig', { id: plain.body.data.id })
  },
)

test('without the setting words change at once, as they do at first', async () => {
  await twoRead(world, false)
  const { id, version } = await receipt()
  const change = { id, version, subject: 'At once: {{amount}}' }
  const reply = await admin.post('/messagetemplate', change)
  expect(reply.body.data, reply.text).toMatchObject({ version: version + 1 })
  expect(await waiting()).toEqual([])
})

// Shows: T24
test('what was asked for and answered can be changed by nobody', async () => {
  const { rows } = await world.owner.query(
    `select verb, has_table_privilege('app_rw', 'word_change_events', verb) as may
     from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) verb`,
  )
  expect(rows.map(({ may }) => may)).toEqual([true, true, false, false])
})
