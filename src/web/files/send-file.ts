import type { FileSubject } from '#domain/files/file.ts'
import { fileCalls, type UploadForm } from '#domain/files/file-calls.ts'
import { MAX_FILE_BYTES, MAX_FILE_WORDS } from '#domain/files/media-type.ts'
import { messageOf, networkMessage } from '#domain/kit/problem.ts'
import { csrfToken, formWith } from '#web/kit/session/api.ts'
import { readStored } from '#web/kit/session/storage.ts'

export interface About {
  reference_object: FileSubject
  reference_id: number
}

interface Sending {
  about: About
  isEncrypted: boolean
  key: string
  /** Told how much has left, from 0 to 100. */
  onProgress: (percent: number) => void
}

/** Sends one file; the old request object is the only one that tells how far it has come. */
export function sendFile(content: File, { about, isEncrypted, key, onProgress }: Sending) {
  return new Promise<void>((resolve, reject) => {
    if (content.size > MAX_FILE_BYTES) {
      reject(new Error(messageOf('tooLarge', { limit: MAX_FILE_WORDS })))
      return
    }
    const request = new XMLHttpRequest()
    const { method, path } = fileCalls.upload
    request.open(method, `/api/v1${path}`)
    request.setRequestHeader('Authorization', `JWT ${readStored('token') ?? ''}`)
    request.setRequestHeader('X-CSRF-Token', csrfToken())
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100)
    request.onerror = () => reject(new Error(networkMessage))
    request.onload = () => {
      if (request.status === 201) resolve()
      else reject(new Error(refusalIn(request.responseText)))
    }
    request.send(formOf(content, about, isEncrypted))
  })
}

function formOf(content: File, about: About, isEncrypted: boolean): FormData {
  const fields: Omit<UploadForm, 'content'> = {
    ...about,
    encrypt: isEncrypted ? 'true' : 'false',
    name: content.name,
  }
  return formWith({ content }, fields)
}

function refusalIn(text: string): string {
  try {
    const body = JSON.parse(text)
    return body.errors?.[0]?.message ?? body.message ?? networkMessage
  } catch {
    return networkMessage
  }
}
