import { setFlagsFromString } from 'node:v8'

const GROWTH_PERCENT = 40

/**
 * Lets the heap grow by little before it is collected again. The rows of large pages outlive the
 * young generation while sixteen answers are under way; left to itself the heap grew to four times
 * what it holds. Asked for once the program is up: until then everything that grows is kept anyway.
 */
export function tidyHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
