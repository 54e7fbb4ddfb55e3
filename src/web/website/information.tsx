import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { plainWords } from '#domain/kit/rich-words.ts'
import { pageCalls, type ShownContent } from '#domain/website/page-calls.ts'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { RichWords } from '#web/kit/frame/rich-words.tsx'
import { SiteFoot, SiteHead } from '#web/kit/frame/site-frame.tsx'
import { WebLink } from '#web/kit/frame/web-link.tsx'
import { countView } from '#web/kit/session/count-view.ts'
import { send } from '#web/kit/session/send.ts'

export interface Chapter {
  heading: string
  text: ReactNode
}

interface Props {
  title: string
  lead: string
  chapters: Chapter[]
  /** What stands above the chapters. */
  children?: ReactNode
  /** Whether words are among those that are looked for. */
  finds?: (text: string) => boolean
}

/** A page of words: about, contact, help, privacy, terms. What was written for it comes first. */
export function InformationPage({ title, lead, chapters, children, finds }: Props) {
  const { pathname, hash } = useLocation()
  const contents = useContents(pathname)
  const isFound = ({ title: heading, hashtag, html }: ShownContent) =>
    !finds || finds(`${heading} ${hashtag ?? ''} ${plainWords(html ?? '')}`)
  useEffect(() => countView(pathname), [pathname])
  // The words come after the page: whoever follows a link to one of them is taken there then.
  useEffect(() => {
    if (hash && contents.length > 0) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, contents])
  return (
    <PublicPage isDocument title={title} summary={lead}>
      <SiteHead />
      {children}
      {contents.filter(isFound).map((content) => (
        <Written key={content.id} content={content} />
      ))}
      {chapters.map(({ heading, text }) => (
        <Paper key={heading} component="section">
          <Title order={2} mb={4}>
            {heading}
          </Title>
          <Text component="div" size="sm">
            {text}
          </Text>
        </Paper>
      ))}
      <SiteFoot />
    </PublicPage>
  )
}

/** What the platform's admins have published for this address. */
function useContents(url: string): ShownContent[] {
  const { data } = useQuery({
    queryKey: ['pagecontents', 'published', url],
    queryFn: async () => (await send(pageCalls.contents, { url })).data ?? [],
  })
  return data ?? none
}

const none: ShownContent[] = []

function Written({ content }: { content: ShownContent }) {
  const { title, hashtag, html, contact_url } = content
  return (
    <Paper component="section" id={hashtag?.replace(/^#/, '') ?? `content-${content.id}`}>
      <Title order={2} mb={4}>
        {title}
      </Title>
      <Text component="div" size="sm">
        <RichWords html={html} />
        {contact_url && (
          <WebLink address={contact_url} size="sm" underline="always">
            Contact
          </WebLink>
        )}
      </Text>
    </Paper>
  )
}
