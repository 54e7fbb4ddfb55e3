import { expect, test } from 'vitest'
import { billRuleBook } from '#domain/bills/bill-rules.ts'
import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import type { RuleShape } from '#domain/identity/rule-book.ts'
import { rulesSettings } from '#domain/identity/setting-calls.ts'
import { settingGroups } from '#domain/identity/setting-groups.ts'
import { profileFields, user } from '#domain/identity/user.ts'
import { readingRuleBook } from '#domain/meters/plausibility-rules.ts'
import { settingPlaces } from '#web/identity/setting-places.ts'
import { isTest, sourceFiles } from './source.ts'

const server = sourceFiles('src/server').filter((file) => !isTest(file))
const web = sourceFiles('src/web').filter((file) => !isTest(file))
const names = Object.keys(organisationSettings)

// Read by the screens alone: what a list marks, for example.
const readByScreens = ['answer_within']

test('every setting that can be changed is read by the server or by a named screen', () => {
  const isRead = (name: string) =>
    (readByScreens.includes(name) ? web : server).some(({ text }) => text.includes(`'${name}'`))
  expect(names.filter((name) => !isRead(name))).toEqual([])
})

test('every setting that is read can be changed', () => {
  const read = server.flatMap(({ text }) => [
    // `settingOf(conn, 'name')`, or a choice between two of them.
    ...[...text.matchAll(/settingOf\(\s*\w+,([^()]*)\)/g)].flatMap(([, asked = '']) =>
      [...asked.matchAll(/'(\w+_\w+)'/g)].map(([, name]) => name),
    ),
    ...[...text.matchAll(/organisationconfigs[^`]*?lower\(name\) = '(\w+)'/g)].map(
      ([, one]) => one,
    ),
  ])
  expect(read.length).toBeGreaterThan(50)
  const known: string[] = [...names, ...rulesSettings]
  expect(read.filter((name) => name && !known.includes(name))).toEqual([])
})

// Where the rules of each book are held against something; the book itself only says what they are.
const rooms = [
  { book: billRuleBook, room: 'src/domain/bills/', own: 'src/domain/bills/bill-rules.ts' },
  {
    book: readingRuleBook,
    room: 'src/domain/meters/',
    own: 'src/domain/meters/plausibility-rules.ts',
  },
]

test('every rule that can be switched off is asked for by its check, and so is each of its figures', () => {
  const domain = sourceFiles('src/domain').filter((file) => !isTest(file))
  const unread = rooms.flatMap(({ book, room, own }) => {
    const checks = domain.filter(({ path }) => path.startsWith(room) && path !== own)
    const isRead = (word: RegExp) => checks.some(({ text }) => word.test(text))
    return Object.entries<RuleShape>(book.defaults).flatMap(([code, { parameters }]) => [
      ...(isRead(new RegExp(`\\b${code}\\b`)) ? [] : [code]),
      ...Object.keys(parameters).filter((name) => !isRead(new RegExp(`\\b${name}\\b`))),
    ])
  })
  expect(unread).toEqual([])
})

test('every rule says what it looks for in a sentence, and what each of its figures is', () => {
  for (const { book } of rooms)
    for (const [code, { effect, parameters }] of Object.entries<RuleShape>(book.defaults)) {
      expect(effect, code).toMatch(/^[A-Z].*\.$/)
      for (const name of Object.keys(parameters)) expect(book.labels, code).toHaveProperty(name)
    }
})

test('every group of the settings leads somewhere', () => {
  const led = [
    ...Object.values(organisationSettings).map(({ group }): string => group),
    ...settingPlaces.map(({ group }) => group),
    // Kept in tables of their own.
    ...['Numbers', 'Imports'],
  ]
  expect(settingGroups.filter((group) => !led.includes(group))).toEqual([])
})

test('the table of settings is read by the settings’ own readers alone', () => {
  const readers = server
    .filter(({ text }) => /from organisationconfigs\b/.test(text))
    .map(({ path }) => path)
  expect(readers.toSorted()).toEqual([
    'src/server/identity/check-settings.ts',
    'src/server/identity/guard-settings.ts',
    'src/server/identity/setting-routes.ts',
    'src/server/identity/setting.ts',
  ])
})

// Where each choice of a person's own profile is obeyed: what is missing here is no choice.
const obeyedIn: Partial<Record<(typeof profileFields)[number], RegExp>> = {
  timezone: /showClocksOf\(user\.timezone\)/,
  notification_mode: /u\.notification_mode/,
  notification_channel: /u\.notification_channel/,
  notification_copy: /and notification_copy/,
}

test('what people choose for themselves is obeyed, or says in its hint that nothing follows', () => {
  const kinds = ['choice', 'timeZone', 'flag']
  const chosen = profileFields.filter((name) => kinds.includes(user.fields[name].kind))
  for (const name of chosen) {
    const { choices = [], hint } = user.fields[name].options
    const obeyed = obeyedIn[name]
    const isObeyed =
      obeyed !== undefined && [...server, ...web].some(({ text }) => obeyed.test(text))
    // A choice of one changes nothing, and neither does what is only kept.
    const saysSo = choices.length === 1 || hint?.includes('sends no') === true
    expect(isObeyed || (hint !== undefined && saysSo), name).toBe(true)
  }
  expect(chosen.length).toBeGreaterThan(6)
})

test('screens show instants on the clocks of whoever reads them', () => {
  const onBusinessClocks = web
    .filter(({ path }) => path !== 'src/web/kit/session/clock.ts')
    .filter(({ text }) => /import \{[^}]*\bformat(Stamp|Time)\b[^}]*\} from '#domain/.test(text))
    .map(({ path }) => path)
  expect(onBusinessClocks).toEqual([])
})

test('every setting says what it does in a sentence, and its standard is a value it accepts', () => {
  for (const [name, setting] of Object.entries(organisationSettings)) {
    expect(setting.label.length, name).toBeGreaterThan(3)
    expect(setting.help, name).toMatch(/^[A-Z0-9].*[.!]$/)
    expect(setting.asks, name).toMatch(/\.$/)
    expect(setting.schema.safeParse(setting.initial).success, name).toBe(true)
    expect(settingGroups, name).toContain(setting.group)
  }
})
