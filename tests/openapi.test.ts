import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import { openApi } from '#server/kit/http/openapi.ts'
import { referencePage } from '#server/kit/http/reference-page.ts'
import { routes } from '#server/routes.ts'

const document = openApi(routes, 'Switchboard')

test('the description in docs is the one the routes give', () => {
  const file = new URL('../docs/openapi.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)))
})

test('every call is described, with its role and a summary in words', () => {
  const paths = document.paths as Record<
    string,
    Record<string, { summary: string; description: string }>
  >
  for (const entry of routes) {
    const path = entry.path.replace(/:(\w+)/g, '{$1}')
    const operation = paths[path]?.[entry.method.toLowerCase()]
    expect(operation?.summary, keyOf(entry)).toMatch(/^[A-Z].{3,}/)
    expect(operation?.description, keyOf(entry)).toMatch(/role|everybody/)
  }
})

// Shows: V14.2.1
test('no call takes a secret in its address', () => {
  interface Parameter {
    name: string
    in: string
  }
  const paths = document.paths as Record<string, Record<string, { parameters?: Parameter[] }>>
  const inAddresses = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
      parameters.map(({ name }) => `${method} ${path} ${name}`),
    ),
  )
  const secrets = inAddresses.filter((one) => /(token|secret|password|key)$/i.test(one))
  // A provider can do no more than call the address it was given; the other is a name.
  const known = [/^post \/webhooks\/\w+\/\{key\} key$/, /^get \/messagetemplate\/standard key$/]
  expect(secrets.filter((one) => !known.some((pattern) => pattern.test(one)))).toEqual([])
})

test('every field of every entity that answers is described by its title', () => {
  const { schemas } = document.components as { schemas: Record<string, { properties: object }> }
  for (const entity of entities)
    if (schemas[entity.name])
      for (const field of Object.keys(entity.fields))
        expect(schemas[entity.name]?.properties, `${entity.name}.${field}`).toHaveProperty(field)
})

test('the browsable reference lists every path and holds no script', () => {
  const page = referencePage(JSON.parse(JSON.stringify(document)), 'nonce')
  for (const path of Object.keys(document.paths as object)) expect(page).toContain(path)
  expect(page).not.toMatch(/<script/i)
})
