import { expect, test } from 'vitest'
import { isTest, sourceFiles } from './source.ts'

const source = sourceFiles('src').filter((file) => !isTest(file))

/** The files in which something stands that only a few may hold. */
function filesWith(pattern: RegExp, mayHold: RegExp = /^$/): string[] {
  return source
    .filter(({ path, text }) => pattern.test(text) && !mayHold.test(path))
    .map(({ path }) => path)
}

// Shows: V1.2.3, V1.3.2, V1.3.5
test('no text is ever run as code', () => {
  expect(filesWith(/\beval\(|new Function\(|from 'node:vm'|setTimeout\(\s*['"`]/)).toEqual([])
})

// Shows: V1.2.5
test('programs are started by the embedded database alone, and never through a shell', () => {
  expect(filesWith(/node:child_process/, /^src\/server\/embedded\//)).toEqual([])
  expect(filesWith(/shell:\s*true|\bexecSync\(|\bexec\(`/)).toEqual([])
})

// Shows: T07, V3.2.2
test('screens put words into elements as words', () => {
  expect(
    filesWith(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|document\.write|insertAdjacent/),
  ).toEqual([])
})

// Shows: V3.5.5
test('screens listen to no messages of other windows', () => {
  expect(
    filesWith(/addEventListener\('message'|\bonmessage\b/, /^src\/web\/kit\/session\//),
  ).toEqual([])
  // What their own windows say to each other stays on a channel of the same origin.
  expect(filesWith(/window\.postMessage|opener\.postMessage/)).toEqual([])
})

// Shows: V1.2.9
test('no pattern is made of what somebody typed, but where it is made harmless first', () => {
  const known = /^src\/domain\/(pricing\/given-line|books\/named-invoice)\.ts$/
  expect(filesWith(/new RegExp\(/, known)).toEqual([])
})

// Shows: T17, V3.7.2
test('the server leads nobody elsewhere', () => {
  const led = source.flatMap(({ path, text }) =>
    [...text.matchAll(/\.redirect\(([^)]*)\)/g)].map(([, to]) => `${path} ${to}`),
  )
  expect(led).toEqual(["src/server/pages.ts '/404'"])
})

// Shows: T16, V13.2.4, V13.2.5
test('the server calls out through its doors alone', () => {
  const doors = /^src\/server\/(kit\/outbound|integrations|kit\/wire|embedded|kit\/start)\//
  expect(
    filesWith(/\bfetch\(|\b(http|https)\.request\(|from 'undici'|\bconnect\(\{/, doors).filter(
      (path) => path.startsWith('src/server/'),
    ),
  ).toEqual([])
})

// Shows: V12.3.2
test('certificates of others are always proved', () => {
  expect(filesWith(/rejectUnauthorized:\s*false|NODE_TLS_REJECT|checkServerIdentity/)).toEqual([])
})

// Shows: V1.5.1, V1.5.2
test('what comes in is read as JSON, forms and tables, and nothing that makes objects of its own', () => {
  expect(
    filesWith(/from '(node:v8|yaml|js-yaml|xml2js|fast-xml-parser|libxmljs)'|DOMParser/),
  ).toEqual([])
})

// Shows: V6.2.6, V6.2.7
test('passwords are typed covered, and may be pasted and filled in', () => {
  const typed = source.filter(({ text }) => /<PasswordInput|type="password"/.test(text))
  expect(typed.length).toBeGreaterThan(0)
  for (const { path, text } of typed) {
    expect(text, path).not.toMatch(/onPaste|autoComplete="off"/)
    expect(text, path).toMatch(/autoComplete/)
  }
  const bare = source.filter(({ text }) => /<TextInput[^>]*label="[^"]*[Pp]assword/s.test(text))
  expect(bare.map(({ path }) => path)).toEqual([])
})

// Shows: V14.3.3
test('browsers keep a token, the backend and comforts, and of records what was typed and what was opened last', () => {
  const door = /^src\/web\/kit\/session\/storage\.ts$/
  const drafts = /^src\/web\/kit\/session\/draft-storage\.ts$/
  const kept = /\b(local|session)Storage\b|indexedDB|\bwindow.caches\b|navigator\.storage/
  const doors = new RegExp(`${door.source}|${drafts.source}`)
  expect(filesWith(kept, doors)).toEqual([])
  // What is typed lies there under one name only, and what goes in has been sifted.
  const [shelf] = source.filter(({ path }) => drafts.test(path))
  expect(shelf?.text.match(/\.setItem\(.*/g)).toEqual(['.setItem(PREFIX + place, text)'])
  const writers = source.filter(({ text }) => /\bwriteDraft\(place, \{/.test(text))
  expect(writers.map(({ path }) => path)).toEqual(['src/web/kit/form/use-draft.ts'])
  expect(writers[0]?.text).toContain('const typed = keepable(entity, options.changes)')
  expect(filesWith(/writeStored\('recent_records'/)).toEqual([
    'src/web/kit/frame/recent-records.ts',
  ])
  const { text = '' } = source.find(({ path }) => door.test(path)) ?? {}
  const keys = [...text.matchAll(/^ {2}'(\w+)',$|^const comfortKeys = \[(.*)\]/gm)]
  expect(keys.map(([, key, keptOver]) => key ?? keptOver)).toEqual([
    'token',
    'backend_code',
    'backend_name',
    'backend_flag',
    'backend_locale',
    'base_url',
    'organisation_id',
    "'colour_scheme', 'density', 'shortcuts', 'last_routes'",
  ])
})
