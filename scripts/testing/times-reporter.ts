import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { FileTime } from './report.ts'

/** Keeps how long each file took, with its worlds and browsers, which the report leaves out. */
class TimesReporter implements Reporter {
  readonly times: FileTime[] = []

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    const seconds = (collectDuration + setupDuration + duration) / 1000
    this.times.push({ file: module.relativeModuleId, seconds })
  }

  onTestRunEnd(): void {
    const file = process.env.TEST_TIMES
    if (file) writeFileSync(file, JSON.stringify(this.times))
  }
}

// Vitest takes what is exported without a name.
export default TimesReporter
