import { expect, test } from 'vitest'
import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import { settingGroups } from '#domain/identity/setting-groups.ts'
import { profileFields, user } from '#domain/identity/user.ts'
import { isTest, sourceFiles } from './source.ts'

const server = sourceFiles('src/server').filter((file) => !isTest(file))
const web = sourceFiles('src/web').filter((file) => !isTest(file))
const names = Object.keys(organisationSettings)

// Read by the screens alone: what a list marks, for example.
const readByScreens = ['answer_within']

// Stored among the settings in a shape of its own, with a screen of its own.
const withOwnScreen = ['reading_rules']

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
  const known = [...names, ...withOwnScreen]
  expect(read.filter((name) => name && !known.includes(name))).toEqual([])
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
    'src/server/meters/reading-rules.ts',
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
