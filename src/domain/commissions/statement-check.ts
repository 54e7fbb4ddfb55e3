import type { PublicStatement } from './public-statement-calls.ts'
import { type StatementProof, wrongIn } from './statement-proof.ts'

type SentStatement = Pick<PublicStatement, 'proof' | 'hash' | 'chain'>

export interface StatementCheck {
  /** What the bytes say; null where they can't be read. */
  proof: StatementProof | null
  /** What is wrong, in words; nothing where all is as it was sent. */
  wrong: string[]
  /** Lines that do not come to what they say, by their places. */
  wrong_lines: string[]
}

/**
 * Checks a statement as its partner does, alone: every line, the sums, the digest that was made of
 * the bytes (null where the browser makes none) and that each statement follows the one before.
 */
export function checkStatement(sent: SentStatement, digest: string | null): StatementCheck {
  const wrong =
    digest === null || digest === sent.hash
      ? []
      : [`The bytes were changed after they were sent: their digest is ${digest}.`]
  const proof = readProof(sent.proof)
  if (!proof) {
    const unread = 'The statement can’t be read: it is not what was sent.'
    return { proof, wrong: [unread, ...wrong], wrong_lines: [] }
  }
  const sums = sumsOf(proof)
  return {
    proof,
    wrong: [...sums.words, ...wrong, ...brokenLinks(sent, proof)],
    wrong_lines: sums.lines,
  }
}

function readProof(text: string): StatementProof | null {
  try {
    const read = JSON.parse(text) as Partial<StatementProof> | null
    // Whoever changed it may have left something else than a statement.
    return Array.isArray(read?.lines) ? (read as StatementProof) : null
  } catch {
    return null
  }
}

/** What does not add up; lines are named with the invoice they are of. */
function sumsOf(proof: StatementProof): { words: string[]; lines: string[] } {
  const lines: string[] = []
  try {
    const found = wrongIn(proof)
    const invoices = new Map(
      found.length > 0 ? proof.lines.map((one) => [one.line, one.invoice]) : [],
    )
    const words = found.map((said) =>
      said.replace(/^Line ([^:]+)/, (named, line: string) => {
        lines.push(line)
        const invoice = invoices.get(line)
        return invoice ? `${named}, ${invoice}` : named
      }),
    )
    return { words, lines }
  } catch {
    return { words: ['One of its amounts is none.'], lines }
  }
}

function brokenLinks(
  { chain, hash }: SentStatement,
  { number, previous }: StatementProof,
): string[] {
  const broken = chain.flatMap((one, place) => {
    const before = chain[place - 1]
    if (one.previous === (before?.hash ?? '')) return []
    return before
      ? [`${one.number} does not follow ${before.number}: the chain is broken there.`]
      : [`${one.number} stands first in the chain, and names one before it.`]
  })
  const last = chain.at(-1)
  if (last?.number !== number || last.hash !== hash)
    return [...broken, 'The chain does not end with this statement.']
  if (last.previous !== previous)
    return [...broken, `${number} names another one before it than the chain has.`]
  return broken
}
