import { Anchor } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type RichNode, richWords } from '#domain/kit/rich-words.ts'
import classes from './rich-words.module.css'

/** Formatted words, drawn piece by piece: no markup of anybody is handed to the browser. */
export function RichWords({ html }: { html: string | null }) {
  return <div className={classes.words}>{drawn(richWords(html ?? ''))}</div>
}

function drawn(nodes: RichNode[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name.
  return nodes.map((node, place) => <Fragment key={place}>{piece(node)}</Fragment>)
}

function piece(node: RichNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, href, children } = node
  if (tag === 'br' || tag === 'hr') return createElement(tag)
  if (tag !== 'a') return createElement(tag, null, drawn(children))
  if (!href) return drawn(children)
  if (href.startsWith('/'))
    return (
      <Anchor component={Link} to={href} inherit underline="always">
        {drawn(children)}
      </Anchor>
    )
  return (
    <Anchor href={href} inherit underline="always" rel="noreferrer">
      {drawn(children)}
    </Anchor>
  )
}
