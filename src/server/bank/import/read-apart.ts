import type { BankFileRow } from '#domain/bank/file/bank-file.ts'
import {
  type ReadOptions,
  type ReadResult,
  readBankFile,
} from '#domain/bank/file/read-bank-file.ts'
import { runApart } from '#server/kit/apart/run-apart.ts'

/** What the thread is given. */
export interface Reading {
  text: string
  options: ReadOptions
}

export type ReadPart = BankFileRow[]

const script = new URL('./reading-thread.ts', import.meta.url)

// Of so many characters, two thousand lines or so, reading takes as long as any call may keep a
// server from the others.
const LONG = 200_000

/** Reads the text of a bank’s file; a long one in a thread of its own. */
export async function readApart(
  text: string,
  options: ReadOptions,
  signal?: AbortSignal | null,
): Promise<ReadResult> {
  if (text.length < LONG) return readBankFile(new TextEncoder().encode(text), options)
  const rows: BankFileRow[] = []
  const asked: Reading = { text, options }
  const onPart = (part: ReadPart) => void rows.push(...part)
  const read = await runApart<ReadResult, ReadPart>(script, asked, {
    signal: signal ?? undefined,
    onPart,
  })
  return 'file' in read ? { file: { ...read.file, rows } } : read
}
