import { Anchor, type AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props extends AnchorProps {
  address: string
  target?: '_blank'
  children: ReactNode
}

/** An address that somebody has typed: a link where it leads into the web, else its words alone. */
export function WebLink({ address, children, ...look }: Props) {
  if (!/^https?:\/\//i.test(address)) return children
  return (
    <Anchor {...look} href={address} rel="noreferrer">
      {children}
    </Anchor>
  )
}
