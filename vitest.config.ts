import { defineConfig } from 'vitest/config'

const database = { globalSetup: ['tests/support/global-setup.ts'], hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // The machines this has to be pleasant on have two cores.
    maxWorkers: 2,
    projects: [
      { test: { name: 'tidy', include: ['tests/tidy/**/*.test.ts'] } },
      {
        // Thousands of generated cases take their time on a busy machine, and that is no defect.
        test: {
          name: 'domain',
          include: ['src/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 20_000,
          // The whole server is loaded once per worker, not once per file: every file has a world
          // and a database of its own, and nothing of the product is kept outside of these.
          isolate: false,
          ...database,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          // A busy machine draws late; what is waited for is the same.
          expect: { poll: { timeout: 25_000 } },
          // One browser at a time: two share the cores with two servers, and what waits for a screen
          // then fails by chance. The worker loads the server once for all files.
          fileParallelism: false,
          isolate: false,
          ...database,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
          isolate: false,
          // The workers that are started to be killed are compiled once.
          env: { NODE_COMPILE_CACHE: 'node_modules/.cache/node' },
          ...database,
        },
      },
    ],
  },
})
