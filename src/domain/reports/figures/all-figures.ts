import { businessFigures } from './business-figures.ts'
import type { Figure } from './figure.ts'
import { moneyFigures } from './money-figures.ts'
import { workFigures } from './work-figures.ts'

/** Every figure there is, in the order of their cards. */
export const figures: readonly Figure[] = [...workFigures, ...moneyFigures, ...businessFigures]

export function figureNamed(name: string): Figure | undefined {
  return figures.find((figure) => figure.name === name)
}
