import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Bank, newBank, newKey } from './bank.ts'

type KeptBank = Omit<Bank, 'tokens' | 'signing'> & { tokens: string[]; key_id: number }

/** What the double knew when it last ran; a bank forgets nothing because somebody restarts. */
export function keptBank(file: string): Bank {
  if (!existsSync(file)) return newBank()
  try {
    const { key_id, tokens, ...kept }: KeptBank = JSON.parse(readFileSync(file, 'utf8'))
    return { ...kept, tokens: new Set(tokens), signing: newKey(key_id + 1) }
  } catch {
    return newBank()
  }
}

/** Renamed into place, so that a stop in the middle leaves the one from before. */
export function keepBank(file: string, { tokens, signing, ...bank }: Bank): void {
  const kept: KeptBank = { ...bank, tokens: [...tokens], key_id: signing.id }
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
