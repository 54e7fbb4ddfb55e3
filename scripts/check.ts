import { type Check, runChecks } from './checks/run-checks.ts'

// Two at a time, the slow ones first: `npm run check` is meant to be run before every commit.
const checks: Check[] = [
  { name: 'types of the server and the tests', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the screens', command: ['tsc', '-p', 'tsconfig.web.json'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'tidiness', command: ['vitest', 'run', '--project', 'tidy'] },
  { name: 'types of the domain', command: ['tsc', '-p', 'tsconfig.domain.json'] },
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
]

const failed = await runChecks(checks)
process.exit(failed === 0 ? 0 : 1)
