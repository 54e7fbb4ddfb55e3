import { LEAST_LETTERS, nearestWord, slipsBetween } from '#domain/kit/nearest-word.ts'
import type { Conn } from '#server/kit/database/database.ts'

/** How many words that may have been meant are read, for each way to begin. */
const READ = 400

/** The words of a text as they are compared: small, without macrons, accents and signs. */
export async function searchWords(conn: Conn, typed: string): Promise<string[]> {
  const [row] = await conn.query<{ words: string }>(
    'select search_words($1) as words',
    [typed],
    'search_words',
  )
  return (row?.words ?? '').split(' ').filter((word) => word !== '')
}

/**
 * What was typed, with each word that nothing of these kinds begins with put right; null where
 * nothing is near enough, or nothing was wrong.
 */
export async function meantWords(
  conn: Conn,
  typed: string,
  kinds: readonly string[],
): Promise<string | null> {
  const words = await searchWords(conn, typed)
  const meant: string[] = []
  for (const word of words) {
    const known = await firstWords(conn, word, kinds, 1)
    const other = known.length > 0 ? word : await nearest(conn, word, kinds)
    if (other === null) return null
    meant.push(other)
  }
  const text = meant.join(' ')
  return text === words.join(' ') ? null : text
}

/**
 * The fewer letters a word has to begin with, the more words are read. So those that begin as it was
 * typed are read first, or with two of its first letters changed: one that is a single slip away is
 * what was meant.
 */
async function nearest(conn: Conn, word: string, kinds: readonly string[]): Promise<string | null> {
  // A number is no slip of a word, and in a short word nothing counts as one: nothing need be read.
  if (word.length < LEAST_LETTERS || /^\d+$/.test(word)) return null
  const [first = '', second = '', third = ''] = word
  const likely = [first + second + third, first + third + second, second + first + third]
  const unlikely = [first + second, first + third, second + first]
  const read: string[] = []
  for (const start of new Set([...likely, ...unlikely])) {
    read.push(...(await firstWords(conn, start, kinds, READ)))
    const found = nearestWord(word, read)
    if (found !== null && slipsBetween(word, found, 1) === 1) return found
  }
  return nearestWord(word, read) ?? nearestWord(word, await firstWords(conn, first, kinds, READ))
}

async function firstWords(
  conn: Conn,
  start: string,
  kinds: readonly string[],
  most: number,
): Promise<string[]> {
  const rows = await conn.query<{ word: string }>(
    'select distinct word from unnest($1::text[]) kind, first_words($2, kind, $3) word',
    [kinds, start, most],
    'first_words',
  )
  return rows.map(({ word }) => word)
}
