import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

interface Props {
  /** Absent for those who do not work with lines. */
  id: number | null | undefined
  title: string | null | undefined
}

/** The way to the line of the bank that shows some money, below what the money is called. */
export function BankLineLink({ id, title }: Props) {
  if (!id) return null
  return (
    <Anchor component={Link} to={`/app/banktransaction?id=${id}`} size="xs" display="block">
      Bank: {title}
    </Anchor>
  )
}
