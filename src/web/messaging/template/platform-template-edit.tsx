import { Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { platformtemplate } from '#domain/messaging/platformtemplate.ts'
import { standardOf, type TemplateKey, templateKeys } from '#domain/messaging/template/standards.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { Edit } from '#web/kit/form/use-edit.ts'
import { useRowId } from '#web/kit/session/use-row.ts'
import { MergeFields } from './merge-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { TemplateVersions } from './template-versions.tsx'
import { templateParts } from './template-words.ts'

const keyOf = ({ values }: Edit): TemplateKey =>
  templateKeys.find((one) => one === values.key) ?? 'invoice'

/** The platform's own words for a mail; deleting them brings back those it came with. */
export function Screen() {
  const id = useRowId()
  const [search] = useSearchParams()
  const key = templateKeys.find((one) => one === search.get('key')) ?? 'invoice'
  const { subject, text_base, text_loop } = standardOf(key)
  return (
    <EditScreen
      entity={platformtemplate}
      start={{ key, subject, text_base, text_loop }}
      lockedAs="/app/platformtemplate/edit"
      above={(row) => (
        <Text size="sm" c="dimmed">
          {standardOf(templateKeys.find((one) => one === row.key) ?? key).name}: every organisation
          has these words that gives it none of its own.
        </Text>
      )}
      under={(name, edit) => {
        const part = templateParts.find((one) => one === name)
        const { context } = standardOf(keyOf(edit))
        return part && <MergeFields part={part} context={context} edit={edit} />
      }}
      beside={(edit) => (
        <div>
          <TemplatePreview
            context={standardOf(keyOf(edit)).context}
            templateKey={keyOf(edit)}
            values={edit.values}
            isOfPlatform
            versions={id !== null && <TemplateVersions id={id} edit={edit} isOfPlatform />}
          />
        </div>
      )}
    />
  )
}
