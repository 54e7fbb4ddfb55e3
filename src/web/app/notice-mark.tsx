import { Badge } from '@mantine/core'

/** How important a notification is, in a word and a colour. */
export function NoticeMark({ importance }: { importance: string | null }) {
  if (importance === 'urgent') return <Badge color="red">Urgent</Badge>
  if (importance === 'attention') return <Badge color="amber">Attention</Badge>
  return null
}
