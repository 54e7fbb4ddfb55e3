import { defineConfig } from 'vitest/config'
import { leftOut } from './scripts/testing/before-release.ts'
import { LongestFirst } from './scripts/testing/longest-first.ts'

// The first file that wants the demonstration waits until it is filled, beside another file.
const sameCases = {
  setupFiles: ['tests/support/same-cases.ts', 'tests/support/nobody-was-reached.ts'],
}
const database = { globalSetup: ['tests/support/global-setup.ts'], hookTimeout: 120_000 }

export default defineConfig({
  test: {
    // The machines this has to be pleasant on have two cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'tidy', include: ['tests/tidy/**/*.test.ts'] } },
      {
        // Thousands of generated cases take their time on a busy machine, and that is no defect.
        test: {
          name: 'domain',
          include: ['src/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
          isolate: false,
          ...sameCases,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/*.test.ts'],
          exclude: leftOut('api'),
          testTimeout: 60_000,
          // A busy machine is late, and what never comes is missed after ten seconds as well.
          expect: { poll: { timeout: 10_000 } },
          // The whole server is loaded once per worker, not once per file: every file has a world
          // and a database of its own, and nothing of the product is kept outside of these.
          isolate: false,
          ...sameCases,
          ...database,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: leftOut('e2e'),
          // Browsers share two cores with their servers, and a busy machine draws late: each wait
          // is for the thing itself, and is long enough for the thing to be what is missing.
          testTimeout: 180_000,
          expect: { poll: { timeout: 45_000 } },
          // The worker loads the server and starts a browser once for all its files.
          isolate: false,
          setupFiles: [...sameCases.setupFiles, 'tests/support/tell-screens.ts'],
          ...database,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: leftOut('faults'),
          // Starting a server takes its time beside another file; what is timed says so itself.
          testTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          isolate: false,
          // The workers that are started to be killed are compiled once.
          env: { NODE_COMPILE_CACHE: 'node_modules/.cache/node' },
          ...sameCases,
          ...database,
        },
      },
    ],
  },
})
