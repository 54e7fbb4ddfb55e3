// The browsable reference: plain HTML made from the OpenAPI document, without a line of script, so
// that it lives under the strictest content policy.

interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; required: boolean; schema: { title?: string } }[]
  /** One kind of body, JSON or a form. */
  requestBody?: { content: Record<string, { schema: BodySchema }> }
}
interface BodySchema {
  properties?: Record<string, { title?: string; type?: unknown }>
  required?: string[]
}
export interface ReferenceDocument {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

export function referencePage(document: ReferenceDocument, nonce: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')
  const sections = [...groups].map(
    ([tag, list]) =>
      `<section id="${safe(tag)}"><h2>${safe(tag)}</h2>${list.map(entry).join('')}</section>`,
  )
  const index = [...groups.keys()].map((tag) => `<a href="#${safe(tag)}">${safe(tag)}</a>`)
  return `<!doctype html><html lang="en-NZ"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(document.info.title)}</title><style nonce="${nonce}">${css}</style></head>
<body><header><h1>${safe(document.info.title)}</h1><p>Version ${safe(document.info.version)} ·
<a href="/api/v1/openapi.json">openapi.json</a></p><nav aria-label="Groups">${index.join(' ')}</nav></header>
<main>${sections.join('')}</main></body></html>`
}

function entry({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}) {
  const inputs = [...parametersOf(operation), ...bodyOf(operation)]
  const rows = inputs.map(
    ({ name, title, required }) =>
      `<tr><th scope="row"><code>${safe(name)}</code></th><td>${safe(title)}</td><td>${required ? 'needed' : ''}</td></tr>`,
  )
  const table = rows.length > 0 ? `<table>${rows.join('')}</table>` : '<p>Takes nothing.</p>'
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${safe(path)}</code> <span>${safe(operation.summary ?? '')}</span></summary>
<p>${safe(operation.description ?? '')}</p>${table}</details>`
}

function parametersOf(operation: Operation) {
  return (operation.parameters ?? []).map(({ name, required, schema }) => ({
    name,
    title: schema.title ?? '',
    required,
  }))
}

function bodyOf(operation: Operation) {
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    title: property.title ?? '',
    required: schema?.required?.includes(name) ?? false,
  }))
}

function safe(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

const css = `
:root { color-scheme: light dark; font: 14px/1.5 Inter, system-ui, sans-serif; --line: #8884; }
body { margin: 0 auto; max-width: 960px; padding: 24px; }
h1 { font-size: 23px; margin: 0; } h2 { font-size: 16px; margin: 32px 0 8px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 12px; } a { color: light-dark(#14626b, #6fc3cc); }
details { border: 1px solid var(--line); border-radius: 10px; margin: 6px 0; padding: 8px 12px; }
summary { cursor: pointer; } summary b { display: inline-block; min-width: 60px; }
summary span { opacity: .8; margin-left: 8px; } p { margin: 8px 0; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 500; }
th, td { border-top: 1px solid var(--line); padding: 4px 8px; }`
