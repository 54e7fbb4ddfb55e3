import { BaseSequencer, type TestSpecification } from 'vitest/node'

// What takes longest, the longest first: begun last, it would keep one worker busy while the other
// has nothing left to do. A run prints its slowest files at the end.
const longest = [
  'api/ledger-model.test.ts',
  'api/ledger-model-other-half.test.ts',
  'e2e/screens.test.ts',
  'e2e/screens-of-money.test.ts',
  'faults/start.test.ts',
  'e2e/contract.test.ts',
  'e2e/invoice.test.ts',
  'e2e/overlays.test.ts',
  'e2e/proposal.test.ts',
]

/** The order of the files where their times are not known from an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(name))
  return place === -1 ? longest.length : place
}
