import { useEffect, useState } from 'react'
import type { PublicStatement } from '#domain/commissions/public-statement-calls.ts'
import { checkStatement, type StatementCheck } from '#domain/commissions/statement-check.ts'

export interface BrowserCheck extends StatementCheck {
  /** Whether the browser could make the digest: it does so on safe connections alone. */
  isHashed: boolean
}

/** Adds a statement up and hashes it in the browser; null until it is done. */
export function useCheck(statement: PublicStatement): BrowserCheck | null {
  const [check, setCheck] = useState<BrowserCheck | null>(null)
  useEffect(() => {
    let isWanted = true
    void digestOf(statement.proof).then((digest) => {
      if (isWanted) setCheck({ ...checkStatement(statement, digest), isHashed: digest !== null })
    })
    return () => {
      isWanted = false
    }
  }, [statement])
  return check
}

async function digestOf(text: string): Promise<string | null> {
  // Not there on a page that came without encryption, whatever the types say.
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) return null
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
