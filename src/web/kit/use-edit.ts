import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import { problems } from '#domain/kit/problem.ts'
import { type Answer, api, isApiProblem, messageFrom } from './api.ts'
import type { DataRow } from './data-table.tsx'
import { changedFields, type Values } from './merge.ts'
import type { MergeRequest } from './merge-dialog.tsx'
import { queryClient } from './query.ts'
import { useSession } from './session.ts'
import { unsaved, useUnsavedGuard } from './unsaved.ts'
import { fieldError, formErrors } from './validation.ts'

export type EditRow = DataRow & { version: number }

interface Options {
  entity: Entity
  /** The stored row; null for a new one. */
  row: EditRow | null
  /** What a new row starts with besides the entity's own beginnings. */
  start?: Values
  onSaved: (answer: Answer<EditRow>, isNew: boolean) => void
  /** How a body is sent where the entity's own calls do not serve. */
  send?: (body: Values, key: string) => Promise<Answer<EditRow>>
}

/** The state of a form and its saving: validation, version, keys against saving twice. */
export function useEdit({ entity, row, start, onSaved, send }: Options) {
  const { role } = useSession()
  const base = useRef<Values>(row ?? blank(entity, start))
  const form = useForm<Values>({ initialValues: formValues(entity, row ?? blank(entity, start)) })
  const [problem, setProblem] = useState<unknown>(null)
  const [isRefused, setIsRefused] = useState(false)
  const [merge, setMerge] = useState<MergeRequest | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)
  const sent = useRef({ body: '', key: '' })
  const values = form.getValues()
  const changed = changedFields(entity, role, row ? base.current : {}, values)
  const isDirty = row
    ? Object.keys(changed).length > 0
    : Object.keys(changedFields(entity, role, blank(entity, start), values)).length > 0

  useEffect(() => {
    // A newer row replaces a form nobody has touched; a touched one meets it when saving.
    if (!row || row.version === base.current.version || isDirty) return
    base.current = row
    form.setValues(formValues(entity, row))
  }, [row, isDirty, entity, form])

  async function save(given: Values = values, from: Values = base.current): Promise<boolean> {
    if (isRunning.current) return false
    const changes = changedFields(entity, role, row ? from : {}, given)
    const body = row ? { id: row.id, version: from.version, ...changes } : changes
    const errors = formErrors(entity, role, body, row === null)
    form.setErrors(errors)
    setProblem(null)
    setIsRefused(Object.keys(errors).length > 0)
    if (Object.keys(errors).length > 0) return false
    if (row && Object.keys(changes).length === 0) return true
    isRunning.current = true
    setIsBusy(true)
    try {
      const key = keyFor(sent.current, JSON.stringify(body))
      const call = row ? api.post<EditRow> : api.put<EditRow>
      const answer = await (send ? send(body, key) : call(`/${entity.name}`, body, { key }))
      sent.current = { body: '', key: '' }
      base.current = answer.data
      form.setValues(formValues(entity, answer.data))
      unsaved.set(null)
      void queryClient.invalidateQueries({ queryKey: [entity.plural] })
      void queryClient.invalidateQueries({ queryKey: [entity.name] })
      onSaved(answer, row === null)
      return true
    } catch (cause) {
      fail(cause, given, from)
      return false
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }

  function fail(cause: unknown, mine: Values, from: Values) {
    setProblem(cause)
    if (!isApiProblem(cause)) return
    form.setErrors(Object.fromEntries(cause.errors.map((error) => [error.field, error.message])))
    if (cause.status !== 474 || !cause.data) return
    // 474 answers with the current row.
    setMerge({ message: cause.message, base: from, mine, theirs: cause.data as Values })
  }

  const isFixed = Object.keys(form.errors).length === 0
  const refusal = isRefused && !isFixed ? problems.badRequest[1] : null
  const message = problem === null ? refusal : messageFrom(problem)

  useUnsavedGuard(isDirty, () => save(), String(values[entity.title] ?? ''))

  return {
    form,
    values,
    isDirty,
    isBusy,
    /** Why the last attempt to save did not work; a field left too early is marked only itself. */
    message,
    merge,
    save: () => save(),
    validate: (name: string) => {
      const message = fieldError(entity, name, values[name])
      if (message) form.setFieldError(name, message)
      else form.clearFieldError(name)
    },
    cancelMerge: () => setMerge(null),
    saveMerged: (merged: Values) => {
      const theirs = merge?.theirs ?? {}
      setMerge(null)
      base.current = theirs
      form.setValues(formValues(entity, merged))
      void save(merged, theirs)
    },
    /** A value that was hidden is opened, not changed. */
    reveal: (name: string, value: unknown) => {
      base.current = { ...base.current, [name]: value }
      form.setFieldValue(name, value)
    },
    reset: () => form.setValues(formValues(entity, base.current)),
  }
}

/** The same body keeps its key, so that saving again after a lost answer saves once. */
function keyFor(sent: { body: string; key: string }, body: string): string {
  if (sent.body !== body) Object.assign(sent, { body, key: crypto.randomUUID() })
  return sent.key
}

function blank(entity: Entity, start: Values = {}): Values {
  const initial = fieldsOf(entity).map(([name, field]) => [name, field.options.initial ?? null])
  return { ...Object.fromEntries(initial), ...start }
}

function formValues(entity: Entity, row: Values): Values {
  return Object.fromEntries(fieldsOf(entity).map(([name]) => [name, row[name] ?? null]))
}

export type Edit = ReturnType<typeof useEdit>
