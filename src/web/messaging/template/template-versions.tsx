import { Badge, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  messagetemplateCalls,
  platformtemplateCalls,
  type TemplateVersion,
} from '#domain/messaging/messagetemplate-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import type { Edit } from '#web/kit/form/use-edit.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { lineDifference } from './line-difference.ts'
import classes from './template-versions.module.css'
import { partLabels, templateParts, wordsOf } from './template-words.ts'

interface Props {
  id: number
  isOfPlatform?: boolean
  edit: Edit
}

/** What the template said before, compared with what stands in the form. */
export function TemplateVersions({ id, isOfPlatform = false, edit }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Versions
      </Button>
      <Dialog isOpen={isOpen} title="Versions" onClose={close} size="xl">
        {isOpen && <Versions id={id} isOfPlatform={isOfPlatform} edit={edit} onClose={close} />}
      </Dialog>
    </>
  )
}

function Versions(props: Required<Props> & { onClose: () => void }) {
  const { id, isOfPlatform, edit, onClose } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [isOfPlatform ? 'platformtemplate' : 'messagetemplate', 'versions', id],
    queryFn: async () => {
      const call = isOfPlatform ? platformtemplateCalls.versions : messagetemplateCalls.versions
      return (await send(call, { id })).data ?? []
    },
    staleTime: 0,
  })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  if (data.length === 0) return <NothingHere title="Nothing was saved yet." />
  const version = data.find((one) => String(one.id) === chosen) ?? data[1] ?? data[0]
  function restore(one: TemplateVersion) {
    for (const part of templateParts) edit.form.setFieldValue(part, one[part])
    toast('These words stand in the form. Save to use them.')
    onClose()
  }
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="xs">
        <Select
          label="Version"
          w={{ base: '100%', sm: 420 }}
          data={data.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
          value={String(version?.id ?? '')}
          onChange={setChosen}
        />
        <Button onClick={() => version && restore(version)}>Use these words</Button>
      </Group>
      <Text size="sm" c="dimmed">
        Compared with what stands in the form now.
      </Text>
      {version && <Differences version={version} now={wordsOf(edit.values)} />}
    </Stack>
  )
}

function labelOf({ version, is_removed, actor_name, created_at }: TemplateVersion): string {
  const what = is_removed ? 'Back to the standard' : `Version ${version}`
  return [what, formatStamp(created_at), actor_name].filter(Boolean).join(' · ')
}

function Differences(props: { version: TemplateVersion; now: ReturnType<typeof wordsOf> }) {
  const { version, now } = props
  const changed = templateParts.filter((part) => (version[part] ?? '') !== (now[part] ?? ''))
  if (changed.length === 0) return <Text size="sm">It says the same.</Text>
  return changed.map((part) => (
    <section key={part} aria-label={partLabels[part]}>
      <Text fw={600} size="sm" mb={4}>
        {partLabels[part]}
      </Text>
      <pre className={classes.lines}>
        {lineDifference(version[part] ?? '', now[part] ?? '').map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
          <span key={place} className={classes[line.kind]}>
            {line.kind !== 'same' && (
              <Badge size="xs" color={line.kind === 'gone' ? 'gray' : 'petrol'} mr={6}>
                {line.kind === 'gone' ? 'then' : 'now'}
              </Badge>
            )}
            {line.words}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  ))
}
