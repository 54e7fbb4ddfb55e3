import { writeFileSync } from 'node:fs'
import { allMarkedTests, pages, withTests } from './security/tables.ts'

// Which tests show which threat, goal and requirement, read from the tests. A test keeps it true.
const tests = allMarkedTests()
for (const page of pages)
  writeFileSync(new URL(`../${page}`, import.meta.url), withTests(page, tests))
console.log(`Wrote ${tests.length} tests into ${pages.join(', ')}.`)
