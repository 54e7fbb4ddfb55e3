import { List, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { consentText } from '#domain/directdebit/consent-text.ts'
import { CONSENT_TEXT_VERSION } from '#domain/directdebit/mandate.ts'
import { connectionQuery } from '#web/directdebit/debit-query.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'

const NOTICE_DAYS = 10

/** The words a customer agrees to, with who collects and how long before they are told. */
export function ConsentWords({ heading }: { heading: string }) {
  const { data: connection } = useQuery(connectionQuery)
  const { data: settings } = useQuery(organisationConfigsQuery)
  const creditor = connection?.connection?.creditor_name ?? 'us'
  const stored = settings?.find((one) => one.name === 'dd_notice_days')?.value
  const notice_days = Number(stored ?? NOTICE_DAYS)
  return (
    <Paper component="section" aria-label={heading} bg="var(--mantine-color-default-hover)" p="sm">
      <Text size="sm" fw={600} mb={4}>
        {heading}
      </Text>
      <List size="sm" spacing={4}>
        {consentText({ creditor, notice_days }).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed" mt={4}>
        Version {CONSENT_TEXT_VERSION}
      </Text>
    </Paper>
  )
}
