import { setFlagsFromString } from 'node:v8'

const GROWTH_PERCENT = 40

/**
 * Keeps the engine from optimising what a start runs once. Its compilers, and what they leave behind
 * in the allocator, took 10 to 25 MB of an idle server, more or less of it by chance, and made no
 * start faster.
 */
export function startLean(): void {
  setFlagsFromString('--no-maglev')
  setFlagsFromString('--no-turbofan')
}

/**
 * Once the program is up, it is optimised as usual, and the heap may grow by little before it is
 * collected again: the rows of large pages outlive the young generation while sixteen answers are
 * under way, and left to itself the heap grew to four times what it holds. Not before: until then
 * everything that grows is kept anyway.
 */
export function goOnTidily(): void {
  setFlagsFromString('--maglev')
  setFlagsFromString('--turbofan')
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
