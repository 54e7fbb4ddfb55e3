import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isTest, sourceFiles } from './source.ts'

const files = sourceFiles('src', 'tests', 'scripts', 'bench', 'demo')
const source = files.filter((file) => file.path.startsWith('src/') && !isTest(file))

test('no file is longer than 400 lines', () => {
  const long = files.filter((file) => file.lines.length > 401)
  expect(long.map((file) => `${file.path}: ${file.lines.length}`)).toEqual([])
})

test('no line is longer than 100 columns', () => {
  // SQL, CSS and messages inside a template or a string may run on; code may not.
  const isProse = (line: string) =>
    /['"`]/.test(line) || /^\s*(\/\/|\*|[a-z_]+.*[,;(]$)/i.test(line)
  const long = source.flatMap((file) =>
    file.lines.flatMap((line, place) =>
      line.length > 100 && !isProse(line) ? [`${file.path}:${place + 1}`] : [],
    ),
  )
  expect(long).toEqual([])
})

test('files are kebab-case and carry no name that says nothing', () => {
  const empty = /(^|\/)(utils?|helpers?|common|misc|lib|manager|base|types)(\.|\/|$)/
  const kebab = /^[a-z0-9]+([.-][a-z0-9]+)*\.(test\.)?(tsx?|mjs)$/
  const bad = files.filter(
    (file) => empty.test(file.path) || !kebab.test(file.path.split('/').at(-1) ?? ''),
  )
  expect(bad.map((file) => file.path)).toEqual([])
})

// What holds a row for a change and what a change wrote are called so everywhere: Locked, Written.
const participles = [
  ...['Asked', 'Asking', 'Booked', 'Changed', 'Checked', 'Chosen', 'Counted', 'Done', 'Drawn'],
  ...['Found', 'Given', 'Gone', 'Got', 'Heard', 'Held', 'Kept', 'Known', 'Listed', 'Made'],
  ...['Matched', 'Meant', 'Named', 'Opened', 'Owed', 'Paid', 'Placed', 'Printed', 'Put'],
  ...['Received', 'Removed', 'Said', 'Saved', 'Seen', 'Sending', 'Sent', 'Settled', 'Shown'],
  ...['Signed', 'Standing', 'Stored', 'Taken', 'Telling', 'Told', 'Typed', 'Waiting', 'Who'],
  ...['Whose', 'Writing'],
]

test('a type is called by a noun, so that it can be searched for', () => {
  const bare = new RegExp(`^(?:export )?(?:interface|type) (?:${participles.join('|')})\\b`, 'm')
  const found = files.filter(({ text }) => bare.test(text))
  expect(found.map((file) => file.path)).toEqual([])
})

test('exports are named and there are no barrels', () => {
  const found = source.filter(
    (file) => /^export default/m.test(file.text) || /^export \* from/m.test(file.text),
  )
  expect(found.map((file) => file.path)).toEqual([])
})

test('domain never reads a clock or chance', () => {
  const clock = /\b(new Date\(\)|Date\.now|Temporal\.Now|Math\.random|performance\.now)/
  const found = source.filter((file) => file.path.startsWith('src/domain') && clock.test(file.text))
  expect(found.map((file) => file.path)).toEqual([])
})

// How long something took is nobody's time of day, and may be measured.
test('the server reads the time of day in one place, and never chance that anybody can foresee', () => {
  const clock = /\b(new Date\(\)|Date\.now|Temporal\.Now|Math\.random)/
  const found = source.filter((file) => file.path.startsWith('src/server') && clock.test(file.text))
  // The clock that the rest is given.
  expect(found.map((file) => file.path)).toEqual(['src/server/kit/http/context.ts'])
})

test('an account of the books is called by its name, in statements too', () => {
  const number = /\baccount (?:=|<>|<=|>=|between|in|not in) \(?[1-9]\d{3}\b/
  const found = source.filter((file) => !file.path.startsWith('src/web/') && number.test(file.text))
  expect(found.map((file) => file.path)).toEqual([])
})

test('nothing is left to do, commented out or signed', () => {
  const leftover = /\b(TODO|FIXME|XXX|HACK)\b|@author|^\s*\/\/\s*(const|let|return|import) /m
  const found = files.filter(
    (file) => leftover.test(file.text) && !file.path.startsWith('tests/tidy/'),
  )
  expect(found.map((file) => file.path)).toEqual([])
})

// Shows: E40
test('messages blame nobody and use no jargon', () => {
  const words = /\b(oops|invalid input|illegal|fatal|color scheme of|organization)\b/i
  const found = source.flatMap((file) =>
    [...file.text.matchAll(/'([^'\n]{12,})'|`([^`\n]{12,})`/g)]
      .map(([, single, template]) => single ?? template ?? '')
      .filter((message) => / /.test(message) && words.test(message))
      .map((message) => `${file.path}: ${message}`),
  )
  expect(found).toEqual([])
})

test('a handler answers only codes of the catalogue', () => {
  const known = [200, 201, 202, 204, 260, 261, 262, 404, 503]
  const found = source
    .filter((file) => file.path.startsWith('src/server'))
    .flatMap((file) =>
      [...file.text.matchAll(/(?:status:|\.code\()\s*(\d{3})\b/g)]
        .filter(([, code]) => !known.includes(Number(code)))
        .map(([, code]) => `${file.path}: ${code}`),
    )
  expect(found).toEqual([])
})

test('what the two commands need is in the repository', () => {
  for (const path of ['package-lock.json', 'LICENSE', 'README.md', 'CONTRIBUTING.md', '.ci/run'])
    expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true)
})

test('months, weekdays and units are written in one place', () => {
  const lists = /\bJan(?:uary)?\W{1,6}Feb(?:ruary)?\b|\bMon(?:day)?\W{1,6}Tue(?:sday)?\b|\? 'm³'/
  const found = source.filter(({ path, text }) => !path.endsWith('/words.ts') && lists.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
