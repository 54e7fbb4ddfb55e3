import { entity, type Row } from '#domain/kit/entity.ts'
import { flag, integer, name, richText, text, url } from '#domain/kit/field.ts'

/** Texts of the platform's pages, kept by its admins. */
export const pagecontent = entity({
  name: 'pagecontent',
  plural: 'pagecontents',
  label: 'Page content',
  title: 'title',
  scope: 'platform',
  access: { read: 'padmin', write: 'padmin', remove: 'padmin' },
  fields: {
    title: name(),
    url: text(200)
      .label('Address of the page')
      .hint('Such as /app/help, /app/about, /app/contact, /app/privacy or /app/terms.'),
    hashtag: text(60).hint('What links to it end in, such as dates for /app/help#dates.'),
    contact_url: url().label('Contact address'),
    importance: integer().initially(0).hint('Higher ones come first.'),
    html: richText().formatted().label('Text'),
    is_published: flag().label('Published'),
  },
  list: ['title', 'url', 'hashtag', 'importance', 'is_published', 'modified_at'],
  form: {
    Page: ['title', 'url', 'hashtag', 'contact_url', 'importance', 'is_published'],
    Text: ['html'],
  },
  search: ['title', 'url', 'hashtag'],
  order: '-importance,title',
})
export type PageContent = Row<typeof pagecontent>
