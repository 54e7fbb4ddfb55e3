import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ColumnMapping } from '#domain/kit/import/file-columns.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { isApiProblem } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import type { AnyScreen, ChosenFile } from './import-screen.ts'

interface SentFile {
  file: ChosenFile
  mapping?: ColumnMapping
  extras: unknown
}

/** Sends a file; one that came before is sent again only by whoever means it. */
export function useUpload(screen: AnyScreen, sent: SentFile) {
  const navigate = useNavigate()
  const [earlier, setEarlier] = useState<number | null>(null)
  const upload = async (key: string, again: boolean) => {
    try {
      const { id } = await screen.send({ ...sent, again }, key)
      await queryClient.invalidateQueries({ queryKey: [screen.batch.plural] })
      await navigate(`${screen.path}?id=${id}`)
    } catch (cause) {
      const known = isApiProblem(cause) && cause.status === 409 ? cause.info : {}
      const id = known[`${screen.batch.name}_id`]
      setEarlier(typeof id === 'number' ? id : null)
      throw cause
    }
  }
  const first = useSubmit((key) => upload(key, false))
  const again = useSubmit((key) => upload(key, true))
  return { first, again, earlier }
}
