import type { TestProject } from 'vitest/node'
import { startCluster, type TestCluster } from './cluster.ts'
import { demoDatabase } from './demo-database.ts'
import { ensureFilled } from './filled-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** `npm test` has one cluster for all projects; a project that is run alone starts its own. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_CLUSTER
  const { cluster, stop } = given
    ? // Written by scripts/test.ts, which has just started it.
      { cluster: JSON.parse(given) as TestCluster, stop: async () => {} }
    : await startCluster()
  project.provide('cluster', cluster)
  // Every site starts from it, and on a busy machine no file should wait for it.
  if (project.name === 'e2e') await ensureFilled(cluster, demoDatabase)
  return stop
}
