// @ts-check
// What pages do in the browser. Without it they can be read all the same. Texts never become HTML here.

/** @typedef {{ kind: string, title: string, note: string, href: string }} Entry */

const one = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) =>
  /** @type {HTMLElement | null} */ (within.querySelector(selector))
const all = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) =>
  /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)])

/** @returns {HTMLElement} */
function element(
  /** @type {string} */ name,
  /** @type {Record<string, string>} */ attributes = {},
  /** @type {string} */ text = '',
) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

// ---------- tokens: kept while the tab is open

const DEMO = document.documentElement.dataset.demo
const kept = () => ({
  secret: sessionStorage.getItem('secret') ?? DEMO ?? '',
  grant: sessionStorage.getItem('grant') ?? DEMO ?? '',
})

function tokenHeaders() {
  const { secret, grant } = kept()
  return secret === '' || grant === ''
    ? /** @type {Record<string, string>} */ ({})
    : { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant }
}

/** Says in the header whose tokens these are. */
async function sayWhose() {
  const whose = /** @type {HTMLElement} */ (one('#whose'))
  const own = sessionStorage.getItem('grant') !== null
  if (!own) return void (whose.textContent = DEMO ? 'Demo company, reads only' : 'No tokens')
  try {
    const answer = await fetch('/daybookapi/v1.0.0/company', { headers: tokenHeaders() })
    if (answer.status === 401) whose.textContent = 'Unknown tokens'
    else whose.textContent = answer.ok ? (await answer.json()).name : 'Your tokens'
  } catch {
    whose.textContent = 'Your tokens'
  }
}

const form = /** @type {HTMLFormElement} */ (one('#tokens'))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const given = new FormData(form)
  for (const name of ['secret', 'grant']) sessionStorage.setItem(name, String(given.get(name)).trim())
  one('.who')?.removeAttribute('open')
  void sayWhose()
})
form.addEventListener('reset', () => {
  for (const name of ['secret', 'grant']) sessionStorage.removeItem(name)
  one('.who')?.removeAttribute('open')
  void sayWhose()
})
void sayWhose()

// ---------- copying

/** A button that copies what a block says. */
function addCopy(/** @type {HTMLElement} */ block) {
  const button = element('button', { class: 'button small copy', type: 'button' }, 'Copy')
  const copied = () => {
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 1500)
  }
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(one('pre', block)?.textContent ?? '').then(copied)
  })
  block.append(button)
}
for (const pre of all('pre')) if (pre.parentElement?.className === 'code') addCopy(pre.parentElement)

// Examples name this service as the browser knows it.
const WRITTEN = 'http://127.0.0.1:8080'
for (const code of all('.tabbed pre')) code.textContent = (code.textContent ?? '').replaceAll(WRITTEN, location.origin)

// ---------- languages: the one that was chosen last is shown everywhere

function showLanguage(/** @type {string} */ language) {
  for (const tabbed of all('.tabbed')) {
    const has = one(`[data-language="${language}"]`, tabbed) !== null
    const shown = has ? language : (one('[data-language]', tabbed)?.dataset.language ?? '')
    for (const part of all('[data-language]', tabbed)) part.hidden = part.dataset.language !== shown
    for (const tab of all('[role="tab"]', tabbed)) tab.setAttribute('aria-selected', String(tab.dataset.of === shown))
  }
}
for (const tabbed of all('.tabbed')) {
  const tabs = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Languages' })
  for (const part of all('[data-language]', tabbed)) {
    const { language = '', title = language } = { ...part.dataset, title: part.dataset.title }
    const tab = element('button', { type: 'button', role: 'tab', 'data-of': language }, title)
    tab.addEventListener('click', () => {
      sessionStorage.setItem('language', language)
      showLanguage(language)
    })
    tabs.append(tab)
    one('h4', part)?.remove()
  }
  tabbed.prepend(tabs)
}
showLanguage(sessionStorage.getItem('language') ?? 'curl')

// ---------- searching over everything

/** @type {Promise<Entry[]> | undefined} */
let index
const entries = () => (index ??= fetch('/docs/search.json').then((answer) => answer.json()))

/** The entries that have every word, those that begin with them first. */
function matching(/** @type {Entry[]} */ list, /** @type {string} */ text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const rank = (/** @type {Entry} */ { title }) => {
    const at = title.toLowerCase().indexOf(words[0] ?? '')
    return at < 0 ? 1000 : at
  }
  const has = (/** @type {Entry} */ { title, note }) => `${title} ${note}`.toLowerCase()
  return list
    .filter((entry) => words.every((word) => has(entry).includes(word)))
    .map((entry) => ({ entry, rank: rank(entry) }))
    .sort((left, right) => left.rank - right.rank || left.entry.title.length - right.entry.title.length)
    .slice(0, 30)
    .map(({ entry }) => entry)
}

const find = /** @type {HTMLInputElement} */ (one('#find'))
const found = /** @type {HTMLElement} */ (one('#found'))
let chosen = -1

function choose(/** @type {number} */ at) {
  const options = all('[role="option"]', found)
  chosen = options.length === 0 ? -1 : (at + options.length) % options.length
  for (const [place, option] of options.entries()) option.setAttribute('aria-selected', String(place === chosen))
  options[chosen]?.scrollIntoView({ block: 'nearest' })
  if (chosen >= 0) find.setAttribute('aria-activedescendant', /** @type {HTMLElement} */ (options[chosen]).id)
  else find.removeAttribute('aria-activedescendant')
}

function show(/** @type {Entry[]} */ list, /** @type {string} */ asked) {
  found.replaceChildren(
    ...list.map(({ kind, title, note, href }, at) => {
      const option = element('li', { role: 'option', id: `found-${at}`, 'aria-selected': 'false' })
      const link = element('a', { href, tabindex: '-1' }, title)
      link.append(element('small', {}, `${kind} · ${note}`))
      option.append(link)
      return option
    }),
  )
  if (list.length === 0) found.append(element('li', { class: 'none' }, `Nothing has “${asked}”.`))
  found.hidden = false
  find.setAttribute('aria-expanded', 'true')
  choose(0)
}

function hide() {
  found.hidden = true
  find.setAttribute('aria-expanded', 'false')
  find.removeAttribute('aria-activedescendant')
}

async function search() {
  const asked = find.value.trim()
  if (asked === '') return hide()
  const list = matching(await entries(), asked)
  // Typed on meanwhile: the later one shows what it finds.
  if (find.value.trim() === asked) show(list, asked)
}
find.addEventListener('input', () => void search())
find.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') choose(chosen + 1)
  else if (event.key === 'ArrowUp') choose(chosen - 1)
  else if (event.key === 'Escape') return hide()
  else if (event.key === 'Enter') return one('[aria-selected="true"] a', found)?.click()
  else return
  event.preventDefault()
})
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Node)) return
  if (!one('.find')?.contains(target)) hide()
  const who = one('.who')
  if (!who?.contains(target)) who?.removeAttribute('open')
})
document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  find.focus()
})

// ---------- a list that is narrowed while one types

const narrow = /** @type {HTMLInputElement | null} */ (one('[data-narrows]'))
narrow?.addEventListener('input', () => {
  const asked = narrow.value.trim().toLowerCase()
  let shown = 0
  for (const item of all(narrow.dataset.narrows ?? '')) {
    item.hidden = !(item.textContent ?? '').toLowerCase().includes(asked)
    if (!item.hidden) shown += 1
  }
  const count = one('[data-count]')
  if (count) count.textContent = shown === 0 ? `Nothing has “${narrow.value.trim()}”.` : `${shown} shown`
})

// ---------- contents beside the page: folded where they stand above it

if (matchMedia('(max-width: 899px)').matches) for (const part of all('.side details')) part.removeAttribute('open')

// ---------- health, on the first page

const health = one('[data-health]')
if (health) {
  fetch('/health')
    .then(async (answer) => {
      health.textContent = answer.ok ? 'Healthy' : 'Cannot serve now'
      health.className = answer.ok ? 'tag pos' : 'tag neg'
    })
    .catch(() => (health.textContent = 'Not reached'))
}

// ---------- trying an operation

/** JSON as one reads it, its numbers as they came. */
function readable(/** @type {string} */ text) {
  let depth = 0
  let isText = false
  let out = ''
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (isText) {
      out += letter
      if (letter === '\\') out += text[(at += 1)] ?? ''
      else if (letter === '"') isText = false
      continue
    }
    if (letter === '"') isText = true
    if (letter === '{' || letter === '[') {
      const next = text[at + 1]
      if (next === '}' || next === ']') out += letter + text[(at += 1)]
      else out += `${letter}\n${'  '.repeat((depth += 1))}`
    } else if (letter === '}' || letter === ']') out += `\n${'  '.repeat((depth -= 1))}${letter}`
    else if (letter === ',') out += `,\n${'  '.repeat(depth)}`
    else out += letter === ':' ? ': ' : letter
  }
  return out
}

/** Sends what a form says, and shows what is answered. */
async function send(/** @type {HTMLFormElement} */ trial) {
  const given = new FormData(trial)
  const path = (trial.dataset.path ?? '').replace(/\{(\w+)\}/g, (_all, name) =>
    encodeURIComponent(String(given.get(`path:${name}`) ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of given) {
    if (name.startsWith('query:') && String(value) !== '') query.set(name.slice(6), String(value))
  }
  const method = trial.dataset.method ?? 'GET'
  const body = given.get('body')
  const headers = {
    ...tokenHeaders(),
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(method !== 'GET' && { 'Idempotency-Key': crypto.randomUUID() }),
  }
  const url = path + (query.size > 0 ? `?${query}` : '')
  const place = /** @type {HTMLElement} */ (one('#answer'))
  place.replaceChildren(element('p', { class: 'aside' }, 'Asking …'))
  const started = performance.now()
  try {
    const answer = await fetch(url, { method, headers, ...(body !== null && { body: String(body) }) })
    const text = await answer.text()
    const took = Math.round(performance.now() - started)
    const isJson = (answer.headers.get('content-type') ?? '').includes('json')
    const status = element(
      'span',
      { class: answer.ok ? 'tag pos' : 'tag neg' },
      `${answer.status} ${answer.statusText}`,
    )
    const said = element('p', { class: 'row' })
    const id = answer.headers.get('x-request-id')
    said.append(status, element('span', { class: 'aside' }, `${took} ms${id ? ` · request ${id}` : ''}`))
    const block = element('div', { class: 'code' })
    block.append(element('pre', { tabindex: '0' }, isJson ? readable(text) : text.slice(0, 20_000) || 'No body.'))
    addCopy(block)
    place.replaceChildren(said, block)
    const code = /"errorCode":"(\w+)"/.exec(text)?.[1]
    if (!answer.ok && code) {
      const what = element('p')
      what.append(element('a', { href: `/errors/${code}` }, `What ${code} means`))
      place.append(what)
    }
  } catch {
    place.replaceChildren(
      element('p', { class: 'tag neg' }, 'The service was not reached. Nothing is known of the request.'),
    )
  }
}
const trial = /** @type {HTMLFormElement | null} */ (one('form[data-path]'))
trial?.addEventListener('submit', (event) => {
  event.preventDefault()
  void send(trial)
})
