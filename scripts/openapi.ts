import { writeFileSync } from 'node:fs'
import { openApi } from '#server/kit/http/openapi.ts'
import { routes } from '#server/routes.ts'

// The description as a file, for people and tools that have no server at hand. A test keeps it true.
const file = new URL('../docs/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(openApi(routes, 'Switchboard'), null, 1)}\n`)
console.log(`Wrote ${routes.length} calls to docs/openapi.json.`)
