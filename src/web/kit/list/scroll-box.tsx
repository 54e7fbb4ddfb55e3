import type { ReactNode } from 'react'

/** Holds a table that may be wider than the screen; the arrow keys move it as fingers do. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section tabIndex={0} aria-label={label} style={{ overflowX: 'auto' }}>
      {children}
    </section>
  )
}
