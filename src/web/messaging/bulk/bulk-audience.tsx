import { Anchor, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { audienceLists, audienceOf } from '#domain/messaging/bulk/audience.ts'
import {
  type ChannelOrder,
  channelOrders,
  channelOrderWords,
} from '#domain/messaging/bulk/channel-order.ts'
import type { Edit } from '#web/kit/form/use-edit.ts'
import { audienceWords } from './audience-words.ts'

const listChoices = Object.entries(audienceLists).map(([value, label]) => ({ value, label }))
const orderChoices = channelOrders.map((value) => ({ value, label: channelOrderWords[value] }))

/** The channels that were chosen in a form. */
export const orderOf = (edit: Edit): ChannelOrder =>
  channelOrders.find((one) => one === edit.values.channels) ?? 'email'

/** Whom it goes to, and by which way. */
export function BulkAudience({ edit }: { edit: Edit }) {
  const stored = edit.values.audience
  const audience = audienceOf(stored)
  const { what, filters } = audienceWords(stored)
  const list = audience && 'list' in audience ? audience.list : null
  const isOther = audience !== null && list === null
  return (
    <Paper component="section" aria-labelledby="bulk-audience">
      <Title order={2} mb="sm" id="bulk-audience">
        Who gets it
      </Title>
      <Stack gap="sm">
        {isOther && <Text size="sm">{what}</Text>}
        <Select
          label={isOther ? 'Or everybody of a list' : 'List'}
          placeholder="Choose a list"
          data={listChoices}
          value={list}
          error={edit.form.errors.audience}
          onChange={(next) => edit.form.setFieldValue('audience', next ? { list: next } : null)}
        />
        {filters.length > 0 && (
          <Text size="sm" c="dimmed">
            {filters.join(' · ')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          For some of them, select or filter{' '}
          <Anchor component={Link} to="/app/customers" size="xs" underline="always">
            customers
          </Anchor>{' '}
          and choose Write to these.
        </Text>
        <Group grow>
          <Select
            label="Sent by"
            data={orderChoices}
            value={orderOf(edit)}
            onChange={(next) => next && edit.form.setFieldValue('channels', next)}
          />
        </Group>
      </Stack>
    </Paper>
  )
}
