import type { Path } from './routes.ts'

/** Pages of words for everybody; looks at them are counted where a website asks for it. */
export const informationPages: readonly Path[] = [
  '/app/about',
  '/app/contact',
  '/app/help',
  '/app/privacy',
  '/app/terms',
]

/** Whether an address is one of them, with or without a slash at its end. */
export function isInformation(path: string): boolean {
  const plain = path.replace(/(?<=.)\/$/, '')
  return informationPages.some((page) => page === plain)
}
