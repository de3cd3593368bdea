import {
  acting,
  CATALOG,
  FIRST,
  hybrid,
  link,
  media,
  objectsOf,
  open,
  packed,
  SCRIPT,
  updated,
  utf16,
} from './acting.ts'
import { pdfOf } from './files.ts'

/** PDFs with JavaScript. */
export const SCRIPTS: [what: string, file: () => Buffer][] = [
  ['when it is opened', () => open(SCRIPT)],
  ['when it is printed', () => acting({ catalog: `/AA << /WP << ${SCRIPT} >> >>` })],
  ['when its page is opened', () => acting({ page: `/AA << /O << ${SCRIPT} >> >>` })],
  [
    'among names',
    () => acting({ catalog: '/Names << /JavaScript << /Names [(a) 5 0 R] >> >>', more: [`<< ${SCRIPT} >>`] }),
  ],
  ['of a link', () => acting({ annotations: [link(SCRIPT)] })],
  ['after a link', () => acting({ annotations: [link(`/S /URI /URI (https://a.example) /Next << ${SCRIPT} >>`)] })],
  [
    'after many',
    () => acting({ annotations: [link(`/S /Named /N /NextPage /Next [<< /S /Hide >> << ${SCRIPT} >>]`)] }),
  ],
  [
    'of a field',
    () => acting({ catalog: `/AcroForm << /Fields [<< /T (a) /FT /Tx /AA << /K << ${SCRIPT} >> >> >>] >>` }),
  ],
  ['of a rendition', () => acting({ annotations: [link('/S /Rendition /OP 0 /JS (app.alert\\(1\\))')] })],
  ['of an outline', () => acting({ catalog: `/Outlines << /First << /Title (a) /A << ${SCRIPT} >> >> >>` })],
  [
    'of a 3D model',
    () => acting({ annotations: ['<< /Subtype /3D /3DD 5 0 R >>'], more: ['<< /OnInstantiate 6 0 R >>', '<< >>'] }),
  ],
  [
    'in a stream',
    () =>
      acting({
        catalog: '/OpenAction 5 0 R',
        more: ['<< /S /JavaScript /JS 6 0 R >>', { dictionary: '<< >>', data: Buffer.from('app.alert(1)') }],
      }),
  ],
  ['whose name is an object', () => acting({ catalog: '/OpenAction << /S 5 0 R >>', more: ['/JavaScript'] })],
  ['by other letters', () => open('/#53 /J#61vaScript')],
  ['that calls itself a structure', () => open(`/Type /StructElem /P 1 0 R ${SCRIPT}`)],
  [
    'in a circle',
    () =>
      acting({ catalog: '/OpenAction 5 0 R', more: ['<< /S /Named /Next 6 0 R >>', `<< ${SCRIPT} /Next 5 0 R >>`] }),
  ],
  ['by another generation', () => acting({ catalog: '/OpenAction 5 7 R', more: [`<< ${SCRIPT} >>`] })],
  ['at an unknown place', () => acting({ page: `/PieceInfo << /Own << /Private << ${SCRIPT} >> >> >>` })],
  ['in a packed object', () => packed(objectsOf({ catalog: '/OpenAction 5 0 R', more: [`<< ${SCRIPT} >>`] }))],
  [
    'in an update',
    () => updated(acting({}), { [CATALOG]: `<< /Type /Catalog /Pages 2 0 R /OpenAction << ${SCRIPT} >> >>` }),
  ],
  ['of its facts', () => pdfOf(objectsOf({ more: [`<< /Title (a) /X << ${SCRIPT} >> >>`] }), `/Info ${FIRST} 0 R`)],
]

/** PDFs that do something else that they are refused for, and what the refusal says. */
export const OTHERS: [what: string, file: () => Buffer, says: RegExp][] = [
  ['a program to start', () => open('/S /Launch /F (calc.exe)'), /Launch/],
  [
    'a program to start by a link',
    () => acting({ annotations: [link('/S /Launch /Win << /F (calc.exe) >>')] }),
    /Launch/,
  ],
  [
    'a form that is sent',
    () => acting({ annotations: [link('/S /SubmitForm /F << /FS /URL /F (http://a.example) >>')] }),
    /SubmitForm/,
  ],
  ['another file', () => open('/S /GoToR /F (\\\\\\\\a.example\\\\b) /D [0 /Fit]'), /GoToR/],
  ['a form in XML', () => acting({ catalog: '/AcroForm << /XFA (x) /Fields [] >>' }), /XFA/],
  [
    'a form in XML that is packed',
    () => packed(objectsOf({ catalog: '/AcroForm 5 0 R', more: ['<< /XFA [(a) 6 0 R] >>', '<< >>'] })),
    /XFA/,
  ],
]

/** Addresses of links that run a script, as they are written. */
export const SCRIPT_LINKS: [what: string, address: string, catalog?: string][] = [
  ['plain', '(javascript:alert\\(1\\))'],
  ['in odd case', '(JaVaScRiPt:alert\\(1\\))'],
  ['behind white space', '( \\t\\n javascript:alert\\(1\\))'],
  ['with white space in it', '(java\\nscript:alert\\(1\\))'],
  ['with control characters in it', '(\\001java\\000script:alert\\(1\\))'],
  ['by octal escapes', '(\\152\\141vascript:alert\\(1\\))'],
  ['in hex', `<${Buffer.from('javascript:x').toString('hex')}>`],
  ['in UTF-16', utf16('javascript:x')],
  ['in UTF-16 the other way', `<FFFE${Buffer.from('javascript:x', 'utf16le').toString('hex')}>`],
  ['in UTF-16 without a mark', `<${Buffer.from('javascript:x', 'utf16le').swap16().toString('hex')}>`],
  ['in UTF-8', '(\\357\\273\\277javascript:x)'],
  ['across lines', '(java\\\nscript:x)'],
  ['an object', '5 0 R'],
  ['of the base', '(x)', '/URI << /Base (javascript:) >>'],
]

/** PDFs that are taken, and of which something is taken away. */
export const STRIPPED: [what: string, file: () => Buffer][] = [
  ['a hybrid invoice', hybrid],
  [
    'a packed hybrid invoice',
    () =>
      packed(
        objectsOf({
          catalog: '/AF [5 0 R]',
          more: [
            '<< /Type /Filespec /EF << /F 6 0 R >> >>',
            { dictionary: '<< /Type /EmbeddedFile >>', data: Buffer.from('x') },
          ],
        }),
      ),
  ],
  [
    'a file behind an annotation',
    () =>
      acting({
        annotations: [media('FileAttachment', '/FS << /F (a.exe) /EF << /F 5 0 R >> >>')],
        more: [{ dictionary: '<< /Type /EmbeddedFile >>', data: Buffer.from('MZ') }],
      }),
  ],
  [
    'a file that nothing names so',
    () =>
      acting({ catalog: '/Own 5 0 R', more: [{ dictionary: '<< /Type /EmbeddedFile >>', data: Buffer.from('MZ') }] }),
  ],
  [
    'a file by two generations',
    () => acting({ catalog: '/Own 5 0 R /Other 5 7 R', more: ['<< /EF << /F 6 0 R >> >>', '<< >>'] }),
  ],
  ['a portfolio', () => acting({ catalog: '/Collection << /View /D >>' })],
  ['a jump into an embedded file', () => acting({ annotations: [link('/S /GoToE /T << /R /C /N (a) >>')] })],
  ['data that are read', () => acting({ annotations: [link('/S /ImportData /F (a.fdf)')] })],
  ['a form that is emptied', () => acting({ annotations: [link('/S /ResetForm')] })],
  ['a menu item', () => open('/S /Named /N /Print')],
  ['things that are hidden', () => acting({ page: '/AA << /O << /S /Hide /T (a) >> >>' })],
  [
    'layers that change',
    () => acting({ annotations: [link('/S /SetOCGState /State [/OFF 5 0 R]')], more: ['<< /Type /OCG /Name (a) >>'] }),
  ],
  [
    'a sound',
    () =>
      acting({
        annotations: [media('Sound', '/Sound 5 0 R')],
        more: [{ dictionary: '<< /Type /Sound /R 8000 >>', data: Buffer.from('x') }],
      }),
  ],
  ['a film', () => acting({ annotations: [media('Movie', '/Movie << /F (a.avi) >> /A true')] })],
  [
    'a screen',
    () =>
      acting({
        annotations: [media('Screen', '/A << /S /Rendition /OP 0 >>')],
        catalog: '/Names << /Renditions << /Names [] >> >>',
      }),
  ],
  [
    'rich media',
    () => acting({ annotations: [media('RichMedia', '/RichMediaContent << >> /RichMediaSettings << >>')] }),
  ],
  [
    'a 3D model',
    () =>
      acting({
        annotations: [media('3D', '/3DD 5 0 R')],
        more: [{ dictionary: '<< /Type /3D /Subtype /U3D >>', data: Buffer.from('x') }],
      }),
  ],
  ['a jump when it is opened', () => open('/S /GoTo /D [3 0 R /Fit]')],
  ['a thread', () => acting({ annotations: [link('/S /Thread /D 0')] })],
  ['an unknown action', () => acting({ annotations: [link('/S /Custom /F (a) /Next << /S /Hide >>')] })],
  [
    'an action that is a stream',
    () =>
      acting({
        annotations: ['<< /Subtype /Link /Rect [1 1 9 9] /A 5 0 R >>'],
        more: [{ dictionary: '<< /S /Named >>', data: Buffer.from('x') }],
      }),
  ],
  ['an action in a list', () => acting({ catalog: '/Own [<< /S /Hide >> [<< /S /ResetForm >>]]' })],
  [
    'actions in a circle',
    () =>
      acting({
        catalog: '/OpenAction 5 0 R',
        more: ['<< /S /Named /Next 6 0 R >>', '<< /S /Hide /Next [5 0 R 6 0 R] >>'],
      }),
  ],
  [
    'what happens after a link',
    () => acting({ annotations: [link('/S /URI /URI (https://a.example) /Next << /S /ResetForm >>')] }),
  ],
  ['a link to a file', () => acting({ annotations: [link('/S /URI /URI (file:///etc/passwd)')] })],
  ['a link to data', () => acting({ annotations: [link(`/S /URI /URI ${utf16('data:text/html,x')}`)] })],
  ['a link to a share', () => acting({ annotations: [link('/S /URI /URI (\\\\\\\\a.example\\\\b)')] })],
  ['a link to a program', () => acting({ annotations: [link('/S /URI /URI (ms-word:ofe|u|x)')] })],
  ['a link relative to nothing', () => acting({ annotations: [link('/S /URI /URI (b.html)')] })],
  [
    'a link relative to a file',
    () => acting({ catalog: '/URI << /Base (file:///) >>', annotations: [link('/S /URI /URI (b.html)')] }),
  ],
  ['a link that only looks like one', () => acting({ annotations: [link('/S /URI /URI (file:///http://a.example)')] })],
  ['a script before an update', () => updated(open(SCRIPT), { [CATALOG]: '<< /Type /Catalog /Pages 2 0 R >>' })],
  ['a packed script that nothing reaches', () => packed(objectsOf({ more: [`<< ${SCRIPT} >>`] }))],
  ['a script that nothing reaches', () => acting({ more: [`<< ${SCRIPT} >>`] })],
  ['a link that nothing reaches', () => acting({ more: ['<< /S /URI /URI (file:///a) >>'] })],
]
