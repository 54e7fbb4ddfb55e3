interface Numbered {
  id: number
  invoice_number: string | null
}

/** An invoice that was redone: its number is still on the page somebody pays from. */
interface Redone extends Numbered {
  superseded_by_id: number | null
}

/**
 * Which of a customer's invoices a text names, as banks and people write numbers: in any case, with
 * whatever stands between letters and figures, or by its figures alone. Figures compare whole:
 * INV-104 is not in INV1041. Where several are named it is the one whose number says most. The
 * number of a redone invoice means the one that took its place.
 */
export function invoiceNamedIn<T extends Numbered>(
  text: string,
  invoices: readonly T[],
  redone: readonly Redone[] = [],
): T | undefined {
  const known = [...invoices, ...redone]
  const named = mostSaid(known.filter((one) => isNamedIn(text, one))) ?? byFigures(text, known)
  return named && standingFor(named, invoices, redone)
}

function isNamedIn(text: string, { invoice_number }: Numbered): boolean {
  const runs = invoice_number?.match(/[a-z]+|[0-9]+/gi)
  if (!runs) return false
  const whole = runs.map(asWritten).join('[^a-z0-9]*')
  const before = /^[0-9]/.test(runs[0]) ? '(?<![0-9])' : ''
  const after = /[0-9]$/.test(runs.at(-1) ?? '') ? '(?![0-9])' : ''
  return new RegExp(`${before}${whole}${after}`, 'i').test(text)
}

/** INVOICE 104 and #104 are INV-104. */
function asWritten(run: string, at: number, runs: readonly string[]): string {
  const isBeforeFigures = at === 0 && /^[0-9]/.test(runs[1] ?? '')
  return isBeforeFigures && run.toUpperCase() === 'INV' ? '(?:invoice|inv|#)' : run
}

function mostSaid(named: readonly Numbered[]): Numbered | undefined {
  return named.reduce<Numbered | undefined>((best, next) => {
    return best && lengthOf(best) >= lengthOf(next) ? best : next
  }, undefined)
}

const lengthOf = ({ invoice_number }: Numbered) =>
  (invoice_number ?? '').replace(/[^a-z0-9]/gi, '').length

// A year or a house number is no invoice: figures count alone, or where it is said what they are.
const BARE =
  /^[^a-z0-9]*(?:(?:invoice|inv|bill|number|no|nr|reference|ref)[^a-z0-9]+)*0*([0-9]+)[^a-z0-9]*$/i

/** By the figures of its number alone; where two have the same ones, by neither. */
function byFigures(text: string, known: readonly Numbered[]): Numbered | undefined {
  const [, figures] = BARE.exec(text) ?? []
  if (!figures) return undefined
  const meant = known.filter(({ invoice_number }) => figuresOf(invoice_number) === figures)
  return meant.length === 1 ? meant[0] : undefined
}

/** The last run of figures is what counts up; what stands before is the series. */
function figuresOf(number: string | null): string | undefined {
  return number?.match(/[0-9]+$/)?.[0].replace(/^0+(?=[0-9])/, '')
}

/** A replacement may have been replaced again. */
function standingFor<T extends Numbered>(
  named: Numbered,
  invoices: readonly T[],
  redone: readonly Redone[],
): T | undefined {
  const seen = new Set<number>()
  let id: number | null = named.id
  while (id !== null && !seen.has(id)) {
    seen.add(id)
    const standing = invoices.find((one) => one.id === id)
    if (standing) return standing
    id = redone.find((one) => one.id === id)?.superseded_by_id ?? null
  }
  return undefined
}
