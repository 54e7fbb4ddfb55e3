import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAddressPart } from './address-tabs.tsx'

interface Props<P extends string> {
  label: string
  /** In their order; each is known to the address by its key. */
  labels: Readonly<Record<P, string>>
  children: (part: P) => ReactNode
}

/** What belongs together in one tab, one part of it at a time. */
export function TabParts<P extends string>({ label, labels, children }: Props<P>) {
  // The keys of the labels are just the parts.
  const parts = Object.keys(labels) as P[]
  const [part, setPart] = useAddressPart(parts)
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={label}
        style={{ alignSelf: 'flex-start' }}
        data={parts.map((value) => ({ value, label: labels[value] }))}
        value={part}
        // The value is always one of the parts.
        onChange={(next) => setPart(next as P)}
      />
      {children(part)}
    </>
  )
}
