// A business identifier code names a bank towards other banks; people know it as SWIFT number.

export type BicProblem = 'short' | 'shape'

const BIC_SHAPE = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** Banks print the code in groups and people type it in lower case. */
export function normaliseBic(input: string): string {
  return input.replace(/\s+/g, '').toUpperCase()
}

/** A code has eight characters, or eleven with the branch; expects the normalised text. */
export function bicProblem(normalised: string): BicProblem | null {
  if (BIC_SHAPE.test(normalised)) return null
  return /^[A-Z0-9]{0,7}$/.test(normalised) ? 'short' : 'shape'
}
