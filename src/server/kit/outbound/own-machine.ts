import { isLoopback } from './outside-address.ts'

/** Whether whoever answers there runs on this machine, as the doubles of a demonstration do. */
export function isOwnMachine(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || isLoopback(host)
}
