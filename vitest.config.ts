import { defineConfig } from 'vitest/config'

const database = { globalSetup: ['tests/support/global-setup.ts'], hookTimeout: 30_000 }

export default defineConfig({
  test: {
    // The machines this has to be pleasant on have two cores.
    maxWorkers: 2,
    projects: [
      { test: { name: 'tidy', include: ['tests/tidy/**/*.test.ts'] } },
      {
        // Thousands of generated cases take their time on a busy machine, and that is no defect.
        test: { name: 'domain', include: ['src/**/*.test.{ts,tsx}'], testTimeout: 30_000 },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 20_000,
          ...database,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          fileParallelism: false,
          ...database,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
          ...database,
        },
      },
    ],
  },
})
