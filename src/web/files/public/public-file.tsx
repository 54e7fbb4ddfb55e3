import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { publicFileCalls } from '#domain/files/public-file-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { LinkedPage } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { useLinkToken } from '#web/kit/frame/public-visit.ts'
import { download } from '#web/kit/session/download.ts'
import { light, send } from '#web/kit/session/send.ts'

// By their paths alone: whoever fetches a file needs none of the schemas.
const calls = {
  read: light<typeof publicFileCalls.read>('GET', '/public/file'),
  content: light<typeof publicFileCalls.content>('GET', '/public/file/content'),
}

/** Where a customer fetches a file that a text message leads to. */
export function Screen() {
  const token = useLinkToken()
  const query = useQuery({
    queryKey: ['public-file', token],
    queryFn: async () => (await send(calls.read, {}, { linkToken: token })).data,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <LinkedPage title="File" what="your file" token={token} query={query} closed={closed}>
      {({ look, name, expires_at }) => (
        <PublicPage look={look} title={name}>
          <Text>{`You can save it here until ${formatDayShort(expires_at.slice(0, 10))}.`}</Text>
          <Button
            mt="md"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download(calls.content, {}, name, token)}
          >
            Save the file
          </Button>
        </PublicPage>
      )}
    </LinkedPage>
  )
}

const closed = (
  <Text>A link to a file closes after 30 days. Please ask your broker to send it again.</Text>
)
