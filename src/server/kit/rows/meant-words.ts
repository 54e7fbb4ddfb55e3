import { LEAST_LETTERS, nearestWord } from '#domain/kit/nearest-word.ts'
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

/** Slips in the first two letters are rarer, and finding them means to read more. */
async function nearest(conn: Conn, word: string, kinds: readonly string[]): Promise<string | null> {
  // A number is no slip of a word, and in a short word nothing counts as one: nothing need be read.
  if (word.length < LEAST_LETTERS || /^\d+$/.test(word)) return null
  const [first = '', second = '', third = ''] = word
  const starts = new Set([first + second, second + first, first + third])
  const lists = await Promise.all([...starts].map((start) => firstWords(conn, start, kinds, READ)))
  return (
    nearestWord(word, lists.flat()) ?? nearestWord(word, await firstWords(conn, first, kinds, READ))
  )
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
