import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './drop-area.module.css'

interface Props {
  onFiles: (files: File[]) => void
  /** How what is inside is laid out. */
  className?: string | undefined
  children: ReactNode
}

/** A place to drop files. That is a comfort: a button inside does the same for everybody. */
export function DropArea({ onFiles, className, children }: Props) {
  const [isOver, setIsOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: there is another way to choose files
    <div
      className={[classes.drop, className].filter(Boolean).join(' ')}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
