import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Books, kinds, newBooks } from './books.ts'

interface KeptBooks {
  books: Books
  aheadMs: number
}

const fileIn = (folder: string) => join(folder, 'gocardless.json')

/** What the double knew when it last ran; nobody's mandate ends because somebody restarts. */
export function keptBooks(folder: string | null, creditorName: string): KeptBooks {
  const books = newBooks(creditorName)
  if (!folder || !existsSync(fileIn(folder))) return { books, aheadMs: 0 }
  try {
    const kept = JSON.parse(readFileSync(fileIn(folder), 'utf8'))
    // The file is this program's own, and holds what was written below.
    for (const kind of kinds) Object.assign(books, { [kind]: new Map(kept.books[kind]) })
    Object.assign(books, { entries: kept.books.entries, keys: new Map(kept.books.keys) })
    return { books, aheadMs: kept.aheadMs }
  } catch {
    return { books: newBooks(creditorName), aheadMs: 0 }
  }
}

/** Renamed into place, so that a stop in the middle leaves the one from before. */
function keepBooks(folder: string, { books, aheadMs }: KeptBooks): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const plain = Object.fromEntries(kinds.map((kind) => [kind, [...books[kind]]]))
  const kept = { books: { ...plain, entries: books.entries, keys: [...books.keys] }, aheadMs }
  writeFileSync(`${fileIn(folder)}.new`, JSON.stringify(kept), { mode: 0o600 })
  renameSync(`${fileIn(folder)}.new`, fileIn(folder))
}

const SOON_MS = 100

/** Writes soon after a change, and at once when the program ends. */
export function makeKeeper(folder: string | null, state: () => KeptBooks) {
  let timer: NodeJS.Timeout | null = null
  function write(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (folder) keepBooks(folder, state())
  }
  return {
    write,
    changed(): void {
      if (folder) timer ??= setTimeout(write, SOON_MS)
    },
  }
}
