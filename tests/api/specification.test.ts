import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublic, mayEnter, menuFor, routeOf } from '#domain/access/navigation.ts'
import { roles } from '#domain/access/role.ts'
import { entities, entityNamed } from '#domain/entities.ts'
import { MIN_BUSINESS_DAY } from '#domain/kit/calendar.ts'
import { problems } from '#domain/kit/problem.ts'
import { retryBaseMs, retryLimit } from '#domain/kit/retry.ts'
import type { Client } from '#tests/support/client.ts'
import {
  downloads,
  polledBy,
  refusedCalls,
  specifiedCalls,
  specifiedCodes,
  wholeLists,
} from '#tests/support/specification/calls.ts'
import {
  actionsOf,
  datalock,
  documentStatuses,
  mandateStatuses,
  namesInWords,
  notificationSettings,
  otherEntities,
  requestLog,
  signedInUser,
  specifiedFields,
} from '#tests/support/specification/fields.ts'
import {
  constants,
  menuTable,
  otherTexts,
  otherWords,
  platformRoutes,
  publicRoutes,
  signedInRoutes,
} from '#tests/support/specification/screens.ts'
import { makeWorld, type World } from '#tests/support/world.ts'
import { sourceFiles } from '../tidy/source.ts'

// The product as it is served, held against the specification's own words.
interface Described {
  paths: Record<string, Record<string, object>>
  components: { schemas: Record<string, { properties: Record<string, object> }> }
}
let world: World
let padmin: Client
let described: Described

beforeAll(async () => {
  world = await makeWorld()
  padmin = await world.as('padmin')
  described = (await padmin.get('/openapi.json')).body
})
afterAll(() => world.close())

const isServed = (call: string) => {
  const [method = '', path = ''] = call.split(' ')
  return described.paths[path]?.[method.toLowerCase()] !== undefined
}
const propertiesOf = (name: string) => described.components.schemas[name]?.properties ?? {}

describe('calls', () => {
  test('every call of the specification is served', () => {
    expect(specifiedCalls.length).toBeGreaterThan(280)
    expect(specifiedCalls.filter((call) => !isServed(call))).toEqual([])
    expect(refusedCalls.filter(isServed)).toEqual([])
  })

  test('what is polled for new messages may be asked for, and lists that are needed whole', async () => {
    const asked = { ...Object.fromEntries(polledBy.map((name) => [name, ''])), type: 'sms' }
    const reference = { reference_object: 'Customer', reference_id: 1 }
    const created_from = '2026-01-01T00:00:01Z'
    const organisation_id = world.organisations[0]
    const polled = { ...asked, ...reference, created_from, organisation_id }
    expect((await padmin.get('/messages', polled)).status).toBe(260)
    for (const path of wholeLists)
      expect((await padmin.get(path, { limit: 0, offset: 0 })).status, path).toBe(260)
  })

  test.each(Object.entries(downloads))('%s is called %s and the moment', async (path, name) => {
    const { headers } = await padmin.get(path)
    const stamp = String(headers['content-disposition']).replace(name, '')
    expect(stamp).toMatch(/filename="?\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv/)
  })
})

describe('entities', () => {
  test.each(Object.entries(specifiedFields))(
    '%s answers the fields it is to have',
    (name, fields) => {
      expect(fields.filter((field) => !(field in propertiesOf(name)))).toEqual([])
    },
  )

  test('the entities without fields in the specification are there', () => {
    expect(otherEntities.filter((name) => Object.keys(propertiesOf(name)).length === 0)).toEqual([])
  })

  test('sign-in answers the user with roles, memberships and how they are told', async () => {
    const { user } = (await padmin.post('/user/signin', {})).body
    expect(signedInUser.filter((field) => !(field in user))).toEqual([])
    expect(user).toMatchObject({ user_role: 'padmin', membership_role: 'admin' })
    for (const [field, allowed] of Object.entries(notificationSettings))
      expect(entityNamed('user')?.fields[field]?.options.choices ?? 'flag', field).toEqual(allowed)
  })

  test('a lock and the log of requests say what they are to say', async () => {
    const taken = (await padmin.put('/datalock', { object_path: '/app/customer/edit?id=1' })).body
    expect(datalock.filter((field) => !(field in taken.data))).toEqual([])
    await world.owner.query(
      `insert into request_logs (request_id, request, status, success, server_timing)
       values ('REF-1', 'GET /customers', 200, true, 12)`,
    )
    const [logged] = (await padmin.get('/requestlogs')).body.data
    expect(requestLog.filter((field) => !(field in logged))).toEqual([])
  })

  test('what people read of an entity is words, never a name written as one', () => {
    for (const [name, words] of Object.entries(namesInWords))
      expect(entityNamed(name)?.labelPlural, name).toBe(words)
    const squeezed = entities.filter(
      ({ plural, labelPlural }) => plural.length > 14 && labelPlural.toLowerCase() === plural,
    )
    expect(squeezed.map(({ name }) => name)).toEqual([])
  })
})

describe('states', () => {
  test('documents and mandates have the states of the specification', () => {
    const choicesOf = (name: string) =>
      Object.values(entityNamed(name)?.fields ?? {}).flatMap(({ options }) => options.choices ?? [])
    const documents = ['invoice', 'bill', 'invoicepayment', 'billpayment'].flatMap(choicesOf)
    // A document that is deleted says when, and is in no other state.
    const ours = new Set([...documents, 'deleted'])
    expect(documentStatuses.filter((state) => !ours.has(state))).toEqual([])
    const mandate = entityNamed('customer')?.fields.gocardless_mandate_status?.options.choices
    expect([...(mandate ?? [])].sort()).toEqual([...mandateStatuses].sort())
  })

  test('every action is a call of its own, or a verb of the row', () => {
    const verbs: Record<string, string> = { create: 'PUT', update: 'POST', delete: 'DELETE' }
    const callOf = (name: string, action: string) =>
      verbs[action]
        ? [`${verbs[action]} /${name}`]
        : [`POST /${name}/${action}`, `GET /${name}/${action}`]
    const missing = Object.entries(actionsOf).flatMap(([name, actions]) =>
      actions.filter((action) => !callOf(name, action).some(isServed)).map((a) => `${name} ${a}`),
    )
    expect(missing).toEqual([])
  })

  test('every failing code of the specification has words', () => {
    const known = new Set<number>(Object.values(problems).map(([code]) => code))
    const failing = Object.keys(specifiedCodes)
      .map(Number)
      .filter((code) => code >= 400)
    expect(failing.filter((code) => !known.has(code))).toEqual([])
  })
})

describe('screens', () => {
  test('every address of the specification opens to whom it says', () => {
    for (const path of publicRoutes) expect(isPublic(path), path).toBe(true)
    for (const path of signedInRoutes)
      expect([mayEnter('guest', path), mayEnter('user', path)], path).toEqual([false, true])
    for (const path of platformRoutes)
      expect([mayEnter('admin', path), mayEnter('padmin', path)], path).toEqual([false, true])
  })

  test('the menu is that of the table, role by role', () => {
    for (const role of roles) {
      const theirs = menuTable.filter(([, , who]) => who.includes(role))
      const pairs = theirs.map(([label, path]) => `${label} ${path}`)
      const shown = menuFor(role).map(({ label, path }) => `${label} ${path}`)
      expect(shown.sort(), role).toEqual(pairs.sort())
    }
  })

  test('an address of the specification is served, and any other leads to Not found', async () => {
    const paths = [...publicRoutes, ...signedInRoutes, ...platformRoutes]
    expect(paths.filter((path) => routeOf(path) === undefined)).toEqual([])
    const served = await world.app.inject({ url: '/app/customer/details' })
    expect(served.statusCode).toBe(200)
    const unknown = await world.app.inject({ url: '/app/nowhere' })
    expect([unknown.statusCode, unknown.headers.location]).toEqual([302, '/404'])
  })

  test('texts, buttons and numbers stand in the screens as they are written there', () => {
    const screens = sourceFiles('src/web').map(({ text }) => text.replace(/\s+/g, ' '))
    const stands = (words: string) => screens.some((text) => text.includes(words))
    const isButton = (words: string) =>
      [`"${words}"`, `'${words}'`, `> ${words} <`, `>${words}<`].some(stands)
    expect(otherTexts.filter((words) => !stands(words))).toEqual([])
    expect(otherWords.filter((words) => !isButton(words))).toEqual([])
    const { version, reauthenticateMs, datalockRenewalMs, messagePollMs, sidebarPx } = constants
    for (const milliseconds of [reauthenticateMs, datalockRenewalMs, messagePollMs])
      expect(stands(` = ${milliseconds.toLocaleString('en').replaceAll(',', '_')}`)).toBe(true)
    expect([version, `(max-width: ${sidebarPx}px)`].filter((words) => !stands(words))).toEqual([])
    expect([retryLimit, retryBaseMs]).toEqual([constants.retries, constants.retryBaseMs])
    expect(MIN_BUSINESS_DAY).toBe(constants.firstDay)
  })
})
