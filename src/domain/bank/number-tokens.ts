// Numbers of invoices and customers as people and banks write them: in any case, with or without
// what stands between letters and figures. Figures compare whole: INV-104 is not in INV1041.

import { NUMBER_RUN, numberKey, shortRun } from '#domain/kit/number-key.ts'

/** Particulars, code and reference have so many characters, and not one more. */
const FIELD_WIDTH = 12
const MOST_RUNS = 6

/** A piece of a text that may be a number. */
export interface NumberToken {
  /** Letters and figures alone. */
  text: string
  /** It is figures alone, with nothing before them that says of what. */
  is_digits: boolean
  /** It ends where its field is full, so that more may have followed. */
  may_be_cut: boolean
}

/** The figures a number ends with, where there are at least four of them. */
export function digitsOf(number: string): string | null {
  return /[0-9]{4,}$/.exec(numberKey(number))?.[0] ?? null
}

/** The letters a number begins with; payers glue other words to them. */
export function prefixOf(number: string): string {
  return /^[A-Z]*/.exec(numberKey(number))?.[0] ?? ''
}

interface Run {
  text: string
  end: number
  /** It goes on from the run before: figures after figures only by a dash, not by a blank. */
  follows: boolean
}

/**
 * Every piece of a plain text that may be a number, from one run of letters or figures to six. Texts
 * of twelve characters, the width of their field, may have been cut.
 */
export function numberTokens(
  text: string,
  prefixes: ReadonlySet<string>,
  width: number,
): NumberToken[] {
  if (!/[0-9]/.test(text)) return []
  const found = [...text.matchAll(NUMBER_RUN)]
  const runs: Run[] = found.map(([run], at) => {
    const start = found[at]?.index ?? 0
    const before = found[at - 1]
    const between = before ? text.slice(before.index + before[0].length, start) : ''
    const areFigures = /^[0-9]/.test(run) && /^[0-9]/.test(before?.[0] ?? '')
    return {
      text: shortRun(run, found[at + 1]?.[0]),
      end: start + run.length,
      follows: !areFigures || /^[-/.]$/.test(between),
    }
  })
  const isFull = width >= FIELD_WIDTH
  const tokens: NumberToken[] = []
  for (const [at, { text: first }] of runs.entries()) {
    const start = startOf(first, prefixes)
    let token = ''
    for (const [place, run] of runs.slice(at, at + MOST_RUNS).entries()) {
      if (place > 0 && !run.follows) break
      token += place === 0 ? start : run.text
      if (!/[0-9]$/.test(token)) continue
      const may_be_cut = isFull && run.end === text.length
      // Figures after the letters of a number are that number's, and of no other.
      const isBare = !endsWithPrefix(runs[at - 1]?.text, prefixes)
      const is_digits = isBare && /^[0-9]+$/.test(token)
      tokens.push({ text: token, is_digits, may_be_cut })
    }
  }
  return tokens
}

function endsWithPrefix(run: string | undefined, prefixes: ReadonlySet<string>): boolean {
  return run !== undefined && /^[A-Z]/.test(run) && prefixes.has(startOf(run, prefixes))
}

/** PAYMENTINV104 begins its number with INV. */
function startOf(run: string, prefixes: ReadonlySet<string>): string {
  if (prefixes.has(run) || /^[0-9]/.test(run)) return run
  for (let from = 1; from < run.length; from += 1)
    if (prefixes.has(run.slice(from))) return run.slice(from)
  return run
}
