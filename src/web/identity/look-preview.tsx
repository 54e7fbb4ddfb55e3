import { useQuery } from '@tanstack/react-query'
import { lookCalls } from '#domain/identity/look-calls.ts'
import { palerColour, standardLook } from '#domain/kit/look.ts'
import type { ShownLook } from '#domain/kit/shown.ts'
import { send } from '#web/kit/session/send.ts'
import type { ChosenSetting, TypedSetting } from './chosen-setting.ts'
import classes from './look-preview.module.css'

export const lookKey = ['organisationconfigs', 'look'] as const

/** How papers look now, or would with what is being typed. */
export function LookPreview({ changed }: { changed?: Partial<ShownLook> | undefined }) {
  const { data } = useQuery({
    queryKey: lookKey,
    queryFn: async () => (await send(lookCalls.look, {})).data,
  })
  const bare = { ...standardLook, name: '', is_demonstration: false }
  const look: ShownLook = { ...bare, ...data, ...changed }
  return (
    <figure className={classes.figure}>
      <div className={classes.paper} aria-label="How an invoice begins" role="img">
        <Paper {...look} />
      </div>
      <figcaption className={classes.caption}>How papers, mails and pages begin</figcaption>
    </figure>
  )
}

const bars = [46, 58, 71, 88, 64, 52]

function Paper({ name, logo, colour, footer }: ShownLook) {
  return (
    <>
      <div className={classes.head}>
        {logo ? (
          <img src={logo} alt="" className={classes.logo} />
        ) : (
          <strong style={{ color: colour }}>{name}</strong>
        )}
        <small>{logo && <>{name} · </>}Your address</small>
      </div>
      <p className={classes.title}>Tax invoice</p>
      <p className={classes.heading} style={{ color: colour }}>
        What to pay
      </p>
      <div className={classes.total} style={{ background: palerColour(colour, 0.86) }}>
        <small>To pay by 20 May 2026</small>
        <b>$679.89</b>
      </div>
      <div className={classes.bars}>
        {bars.map((height, place) => (
          <span
            key={height}
            style={{
              height: `${height}%`,
              background: place === 3 ? palerColour(colour) : colour,
            }}
          />
        ))}
      </div>
      {footer && <small className={classes.footer}>{footer}</small>}
    </>
  )
}

/** What a preview shows otherwise while a setting of the look is typed. */
export function typedLook({ name }: ChosenSetting, typed: TypedSetting): Partial<ShownLook> | null {
  const text = String(typed)
  if (name === 'look_colour') return /^#[0-9a-f]{6}$/i.test(text) ? { colour: text } : {}
  if (name === 'look_footer') return { footer: text }
  // A digest is the picture that is kept, which the preview has by itself.
  if (name === 'look_logo')
    return text === '' ? { logo: null } : text.startsWith('data:') ? { logo: text } : {}
  return null
}
