interface Numbered {
  invoice_number: string | null
}

/**
 * Which of a customer's invoices a text names, as banks and people write numbers: in any case, with
 * whatever stands between letters and figures. Figures compare whole: INV-104 is not in INV1041.
 * Where several are named it is the one whose number says most.
 */
export function invoiceNamedIn<T extends Numbered>(
  text: string,
  invoices: readonly T[],
): T | undefined {
  const named = invoices.filter(({ invoice_number }) => isNamedIn(text, invoice_number ?? ''))
  return named.reduce<T | undefined>((best, next) => {
    return best && lengthOf(best) >= lengthOf(next) ? best : next
  }, undefined)
}

function isNamedIn(text: string, number: string): boolean {
  const runs = number.match(/[a-z]+|[0-9]+/gi)
  if (!runs) return false
  const whole = runs.join('[^a-z0-9]*')
  const before = /^[0-9]/.test(runs[0]) ? '(?<![0-9])' : ''
  const after = /[0-9]$/.test(runs.at(-1) ?? '') ? '(?![0-9])' : ''
  return new RegExp(`${before}${whole}${after}`, 'i').test(text)
}

const lengthOf = ({ invoice_number }: Numbered) =>
  (invoice_number ?? '').replace(/[^a-z0-9]/gi, '').length
