import { z } from 'zod'
import { file } from '#domain/kit/call.ts'
import { type Entity, fieldsOf, labelOf } from '#domain/kit/entity.ts'
import type { Kind } from '#domain/kit/field.ts'
import { problems } from '#domain/kit/problem.ts'
import type { Answer, Route } from './route.ts'

type Json = Record<string, unknown>

const nullable = (type: string, more: Json = {}): Json => ({ type: [type, 'null'], ...more })

/** How a stored value of each kind reads in an answer. */
const answered: Record<Kind, Json> = {
  text: nullable('string'),
  longText: nullable('string'),
  richText: nullable('string', { description: 'Sanitised HTML' }),
  email: nullable('string', { format: 'email' }),
  connections: { type: 'array', items: { type: 'string' } },
  emails: { type: 'array', items: { type: 'string', format: 'email' } },
  phone: nullable('string', { description: 'E.164' }),
  url: nullable('string', { format: 'uri' }),
  flag: { type: 'boolean' },
  integer: nullable('integer'),
  money: nullable('string', { description: 'Decimal text with two decimals' }),
  rate: nullable('string', { description: 'Decimal text' }),
  percent: nullable('string', { description: 'Decimal text' }),
  quantity: nullable('string', { description: 'Decimal text' }),
  date: nullable('string', { format: 'date' }),
  timestamp: nullable('string', { format: 'date-time' }),
  choice: nullable('string'),
  option: nullable('string', { description: 'A value of the option list' }),
  ref: nullable('integer'),
  refs: { type: 'array', items: { type: 'integer' } },
  json: {},
  icp: nullable('string', { description: 'Fifteen characters with checksum' }),
  nzbn: nullable('string', { description: 'Thirteen digits with checksum' }),
  gstNumber: nullable('string', { description: 'Eight or nine digits with checksum' }),
  bankAccount: nullable('string', { description: 'Sixteen digits with checksum' }),
  bic: nullable('string'),
  postcode: nullable('string', { description: 'Four digits' }),
  timeZone: nullable('string', { description: 'A zone of the IANA list' }),
}

/** The whole API as OpenAPI 3.1, made from the routes themselves so that it cannot go stale. */
export function openApi(routes: readonly Route[], title: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Record<string, Json> = { Failure: failureSchema }
  for (const entry of routes) {
    const path = entry.path.replace(/:(\w+)/g, '{$1}')
    const operation = operationOf(entry)
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation }
    const { rows } = entry.answers
    if (rows) schemas[rows.entity.name] = rowSchema(rows.entity)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '2025-08-04' },
    servers: [{ url: '/api/v1' }],
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'JWT <token>',
        },
        key: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Key <key>' },
      },
    },
    paths,
  }
}

function operationOf(entry: Route): Json {
  const { from } = entry.policy
  return {
    summary: entry.summary,
    tags: [entry.path.split('/')[1]?.replace(/s$/, '') ?? ''],
    description: from === 'guest' ? 'Open to everybody.' : `Needs the role ${from} or above.`,
    security:
      from === 'guest'
        ? []
        : [{ session: [] }, ...(entry.policy.apiKey === false ? [] : [{ key: [] }])],
    ...inputOf(entry),
    responses: {
      200: {
        description: 'Done',
        content: answerContent(entry),
      },
      default: {
        description: 'Refused, in the words of the catalogue',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

function inputOf(entry: Route): Json {
  // Values are normalised on the way in, which a schema cannot say; the input side is described.
  const schema = z.toJSONSchema(entry.input, { io: 'input', unrepresentable: 'any' }) as Json
  delete schema.$schema
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = (schema.required ?? []) as string[]
  const inPath = namesInPath(entry)
  const parameters = Object.entries(properties).map(([name, property]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.includes(name),
    schema: property,
  }))
  if (entry.method === 'GET') return { parameters }
  const body = entry.signedBy
    ? { type: 'object', description: `Signed by ${entry.signedBy.join(' and ')}` }
    : inPath.length > 0
      ? withoutNames(schema, inPath)
      : schema
  return {
    ...(inPath.length > 0 ? { parameters: parameters.filter((one) => one.in === 'path') } : {}),
    requestBody: { required: true, content: { [bodyType(entry)]: { schema: body } } },
  }
}

const namesInPath = ({ path }: Route) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** What stands in the address is not said again in the body. */
function withoutNames(schema: Json, names: readonly string[]): Json {
  const isLeft = (name: string) => !names.includes(name)
  const properties = Object.entries((schema.properties ?? {}) as Json)
  return {
    ...schema,
    properties: Object.fromEntries(properties.filter(([name]) => isLeft(name))),
    required: ((schema.required ?? []) as string[]).filter(isLeft),
  }
}

const bodyType = ({ receive }: Route) => (receive ? 'multipart/form-data' : 'application/json')

function answerContent(entry: Route): Json {
  // A file is its bytes, which have no schema.
  if (entry.sends) return { [entry.sends]: {} }
  return { 'application/json': { schema: answerSchema(entry) } }
}

function answerSchema(entry: Route): Json {
  const { rows } = entry.answers
  const ref = rows ? { $ref: `#/components/schemas/${rows.entity.name}` } : shownSchema(entry)
  return {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { const: true },
      data: rows?.many ? { type: 'array', items: ref } : ref,
      info: { type: 'object' },
      message: { type: 'string' },
    },
  }
}

/** What guests are shown is a list of its own. */
function shownSchema({ shows }: Route): Json {
  if (!shows) return {}
  const schema = z.toJSONSchema(shows, { io: 'output', unrepresentable: 'any' }) as Json
  delete schema.$schema
  return schema
}

function rowSchema(entity: Entity): Json {
  const own = fieldsOf(entity).map(([name, field]): [string, Json] => [
    name,
    {
      title: labelOf(entity, name),
      ...answered[field.kind],
      ...(field.options.readonly ? { readOnly: true } : {}),
    },
  ])
  return {
    type: 'object',
    title: entity.label,
    properties: {
      id: { type: 'integer' },
      ...Object.fromEntries(own),
      version: { type: 'integer' },
      created_at: { type: 'string', format: 'date-time' },
      modified_at: { type: 'string', format: 'date-time' },
      deleted_at: nullable('string', { format: 'date-time' }),
    },
  }
}

const failureSchema: Json = {
  type: 'object',
  required: ['success', 'message', 'code', 'reference'],
  properties: {
    success: { const: false },
    message: { type: 'string' },
    code: { enum: [...new Set(Object.values(problems).map(([code]) => code))] },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
          line: { type: 'integer' },
          column: { type: 'integer' },
          nearest: { type: 'string' },
        },
      },
    },
    reference: { type: 'string' },
  },
}

/** The description is itself a call, open to everybody. */
export function openApiRoute(routes: readonly Route[], title: string): Route {
  let document: string | null = null
  const self: Route = {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    policy: { from: 'guest' },
    sends: 'application/json',
    compressed: true,
    input: z.looseObject({}),
    answers: file,
    run: async (): Promise<Answer> => {
      document ??= JSON.stringify(openApi([...routes, self], title))
      return { bare: document }
    },
  }
  return self
}
