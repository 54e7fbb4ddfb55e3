import { type UseFormReturnType, useForm } from '@mantine/form'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { InputOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { problems } from '#domain/kit/problem.ts'
import type { MergeRequest } from '#web/kit/dialogs/merge-dialog.tsx'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { type Answer, type ApiProblem, isApiProblem, messageFrom } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { createCall, updateCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { blankValues, formValues, keyFor } from './edit-values.ts'
import { changedFields, threeWay, type Values } from './merge.ts'
import { useUnsavedGuard } from './unsaved.ts'
import { useDraft } from './use-draft.ts'
import { fieldError, formErrors } from './validation.ts'

export type EditRow = DataRow & { version: number }

interface Options {
  entity: Entity
  /** The stored row; null for a new one. */
  row: EditRow | null
  /** What a new row starts with besides the entity's own beginnings. */
  start?: Values
  onSaved: (answer: Answer<EditRow>, isNew: boolean) => void
  /** How a body is sent where the entity's own calls do not serve; all that stands in the form. */
  send?: (body: Values, key: string, all: Values) => Promise<Answer<EditRow>>
  /** What the question before leaving calls it, where that is not its title. */
  called?: string
  /** A long form keeps what was typed over a reload; its screen shows the offer. */
  keepsDraft?: boolean
}

/** The state of a form: what was loaded, what was typed, and whether they differ. */
export function useEdit(options: Options) {
  const { entity, row, start } = options
  const { role } = useSession()
  const base = useRef<Values>(row ?? blankValues(entity, start))
  const form = useForm<Values>({ initialValues: formValues(entity, base.current) })
  const values = form.getValues()
  const changes = changedFields(entity, role, base.current, values)
  const isDirty = Object.keys(changes).length > 0
  const draft = useDraft({
    entity,
    isKept: options.keepsDraft ?? false,
    rowId: row?.id ?? null,
    version: row?.version ?? null,
    base: base.current,
    changes,
    onRestore: ({ values: typed, base: before, version }) => {
      // From the version it was typed over: what others have changed since is merged when saving.
      if (row && version !== row.version) base.current = { ...row, ...before, version }
      form.setValues({ ...form.getValues(), ...typed })
    },
  })
  const settled = useRef<() => void>(() => undefined)
  const { save, ...saving } = useSave(options, form, base, () => {
    settled.current()
    draft.drop()
  })

  useEffect(() => {
    // A newer row replaces a form nobody has touched; a touched one meets it when saving.
    if (!row || row.version === base.current.version || isDirty) return
    base.current = row
    form.setValues(formValues(entity, row))
  }, [row, isDirty, entity, form])

  const called = options.called ?? String(values[entity.title] ?? '')
  settled.current = useUnsavedGuard(isDirty, () => save(values), called, draft.drop)

  return {
    form,
    values,
    isDirty,
    isChanged: (name: string) => name in changes,
    /** What was typed before and is not in the form, where there is something. */
    draft: draft.offer,
    /** What is given up on purpose is not offered again. */
    giveUp: draft.drop,
    ...saving,
    save: () => save(values),
    validate: (name: string) => {
      // Leaving a field may set its value in the same moment, before the form is drawn again.
      const message = fieldError(entity, name, form.getValues()[name])
      if (message) form.setFieldError(name, message)
      else form.clearFieldError(name)
    },
    /** A value that was hidden is opened, not changed. */
    reveal: (name: string, value: unknown) => {
      base.current = { ...base.current, [name]: value }
      form.setFieldValue(name, value)
    },
  }
}

export type Edit = ReturnType<typeof useEdit>

/** Saving: validation, version, keys against saving twice, and what comes back. */
function useSave(
  { entity, row, onSaved, send: sendBody }: Options,
  form: UseFormReturnType<Values>,
  base: RefObject<Values>,
  forgetTyped: () => void,
) {
  const { role } = useSession()
  const [problem, setProblem] = useState<unknown>(null)
  const [merge, setMerge] = useState<MergeRequest | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)
  // A new row is made once; until its own screen has come, saving again makes no second one.
  const isMade = useRef(false)
  const sent = useRef({ body: '', key: '' })

  async function save(given: Values): Promise<boolean> {
    if (isRunning.current) return false
    if (row === null && isMade.current) return true
    const changes = changedFields(entity, role, row ? base.current : {}, given)
    const body = row ? { id: row.id, version: base.current.version, ...changes } : changes
    const errors = formErrors(entity, role, body, row === null)
    const isWrong = Object.keys(errors).length > 0
    form.setErrors(errors)
    setProblem(isWrong ? 'fields' : null)
    if (isWrong) return false
    if (row && Object.keys(changes).length === 0) return true
    isRunning.current = true
    setIsBusy(true)
    let merged: Values | null = null
    try {
      accept(await (sendBody ?? sendRow)(body, keyFor(sent.current, JSON.stringify(body)), given))
      return true
    } catch (cause) {
      merged = refuse(cause, given)
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
    return merged !== null && save(merged)
  }

  function sendRow(body: Values, key: string): Promise<Answer<EditRow>> {
    const call = row ? updateCall(entity) : createCall(entity)
    // The form has checked it by the entity, as the call does.
    return send(call, body as InputOf<typeof call>, { key })
  }

  function accept(answer: Answer<EditRow>) {
    sent.current = { body: '', key: '' }
    isMade.current = true
    base.current = answer.data
    form.setValues(formValues(entity, answer.data))
    forgetTyped()
    forgetRows(entity)
    onSaved(answer, row === null)
  }

  /** Asks what is to hold; where nothing is in question, it answers what to save instead. */
  function refuse(cause: unknown, mine: Values): Values | null {
    setProblem(cause)
    if (!isApiProblem(cause)) return null
    form.setErrors(Object.fromEntries(cause.errors.map((error) => [error.field, error.message])))
    // 473: somebody deleted it meanwhile; the row as it is now shows how to restore it.
    if (cause.status === 473) forgetRows(entity)
    const request = cause.status === 474 ? mergeRequest(cause, base.current, mine) : null
    const merged = request && undisputed(entity, request)
    if (request && merged) base.current = request.theirs
    else setMerge(request)
    return merged
  }

  return {
    save,
    isBusy,
    merge,
    /** Why the last attempt to save failed; a field left too early is marked only itself. */
    message: messageOf(problem, Object.keys(form.errors).length === 0),
    cancelMerge: () => setMerge(null),
    saveMerged: (merged: Values) => {
      base.current = merge?.theirs ?? base.current
      setMerge(null)
      form.setValues(formValues(entity, merged))
      void save(merged)
    },
  }
}

/** 474 answers with the current row. */
function mergeRequest(cause: ApiProblem, base: Values, mine: Values): MergeRequest | null {
  const theirs = cause.data as Values | null
  return theirs ? { message: cause.message, base, mine, theirs } : null
}

/** What they changed is nothing of this form's: there is nothing to choose or to tell. */
function undisputed(entity: Entity, { base, mine, theirs }: MergeRequest): Values | null {
  const { merged, conflicts, taken } = threeWay(entity, base, mine, theirs)
  const isAhead = theirs.version !== base.version
  return isAhead && conflicts.length + taken.length === 0 ? merged : null
}

function forgetRows(entity: Entity): void {
  void queryClient.invalidateQueries({ queryKey: [entity.plural] })
  void queryClient.invalidateQueries({ queryKey: [entity.name] })
}

function messageOf(problem: unknown, isFixed: boolean): string | null {
  if (problem === null || (problem === 'fields' && isFixed)) return null
  return problem === 'fields' ? problems.badRequest[1] : messageFrom(problem)
}
