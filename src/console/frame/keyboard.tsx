import { signal } from '@preact/signals'
import { hasIntegration } from '../integration.ts'
import { t } from '../words.ts'
import { Dialog } from './dialog.tsx'
import { openDestinations } from './navigation.ts'

/** Whether all keys are shown. */
export const isKeysOpen = signal(false)

/** All keys, as `?` shows them. */
export function Keyboard() {
  const keys: [string[], string][] = [
    [['Ctrl K'], t('keySearch')],
    [['?'], t('keyAll')],
    [['.'], t('keyRequests')],
    ...(hasIntegration() ? [[['Ctrl .'], t('keyHalves')] as [string[], string]] : []),
    [['Space'], t('keyExplain')],
    [['J', 'K', '↓', '↑'], t('keyMove')],
    [['↵'], t('keyOpen')],
    [['Esc'], t('keyBack')],
    [['Z'], t('keyZero')],
    [['N'], t('newLine').toLowerCase()],
    [['Tab'], t('keySuggestion')],
    [['Ctrl ↵'], t('book').toLowerCase()],
    [['Shift ↵'], t('keySure')],
    [['U'], t('keyUndo')],
    ...openDestinations().map(({ key, word }): [string[], string] => [
      ['G', key.toUpperCase()],
      t('keyGo', { page: t(word).toLowerCase() }),
    ]),
  ]
  return (
    <Dialog title={t('keysTitle')} close={() => (isKeysOpen.value = false)}>
      <dl class="keys">
        {keys.map(([names, does]) => (
          <div key={names.join()}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
