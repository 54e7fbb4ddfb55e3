import { KeptFile } from '#web/files/kept-file.tsx'

/** The form that was signed, as it was scanned. */
export function SignedForm({ id }: { id: number }) {
  return <KeptFile id={id} />
}
