import { effect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { whenRefused } from '../refusal.ts'
import { forget, keep, kept } from '../kept.ts'
import { Icon } from '../parts/icon.tsx'
import { isOld, type Unsent } from '../unsent.ts'
import { counted, t } from '../words.ts'

const NAME = 'unsent'

/** Keeps what waits in this browser, so that a page that is loaded anew has it still. */
function useKept(): void {
  useEffect(() => {
    api.unsent.list.value = kept<Unsent[]>(NAME) ?? []
    return effect(() => {
      const { value } = api.unsent.list
      if (value.length > 0) keep(NAME, value)
      else forget(NAME)
    })
  }, [])
}

/** Writes that found no connection: sent by themselves when it is back, old ones when somebody says so. */
export function Waiting() {
  useKept()
  const [refused, refuse] = useState<string | undefined>(undefined)
  const isSending = useRef(false)
  const { value } = api.unsent.list
  const isBack = api.silentSince.value === undefined
  const send = async (writes: readonly Unsent[]): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    for (const one of writes) {
      await api.sendAgain(one).catch(whenRefused(({ status, message }) => status > 0 && refuse(message)))
    }
    isSending.current = false
  }
  const young = value.filter((one) => !isOld(one))
  useEffect(() => {
    if (isBack && young.length > 0) void send(young)
  }, [isBack, young.length])
  if (value.length === 0 && refused === undefined) return null
  return (
    <div class="bn off" role="status" data-waits={value.length}>
      <Icon name="offline" />
      {refused === undefined ? (
        <>
          <span class="grow">
            {young.length < value.length ? t('writeOld') : counted('writeWaitsOne', 'writeWaitsMany', value.length)}
          </span>
          <button type="button" class="l b" onClick={() => void send(value)}>
            {t('writeSend')}
          </button>
          <button type="button" class="l" onClick={() => (api.unsent.list.value = [])}>
            {t('writeForget')}
          </button>
        </>
      ) : (
        <>
          <span class="grow">{t('writeRefused', { message: refused })}</span>
          <button type="button" class="l" onClick={() => refuse(undefined)}>
            {t('close')}
          </button>
        </>
      )}
    </div>
  )
}
