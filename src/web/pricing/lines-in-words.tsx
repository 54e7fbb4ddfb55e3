import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type KnownLine, typedLines } from './typed-line.ts'

/** Lines in a few words each, where two people wrote them and one is to choose. */
export function lineCell(name: string, value: unknown): ReactNode {
  if (name !== 'lines') return undefined
  // Stored or typed, a line has the same names.
  const lines = typedLines((value ?? []) as KnownLine[])
  if (lines.length === 0) return 'No lines'
  return lines.map(({ key, name: charge, quantity, unit, rate }) => (
    <Text key={key} span display="block" size="sm">
      {charge}: {quantity} {unit} × {rate}
    </Text>
  ))
}
