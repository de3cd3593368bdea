import { useState } from 'preact/hooks'
import { type Reading, useRead, useWhole } from '../reads.ts'
import { type Asset, type AssetGroup, assetPaths, type Register } from '../assets.ts'
import type { Listed } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { cents } from '../money.ts'
import { Figure } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { ReportButtons } from '../parts/report-buttons.tsx'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { dayName, today } from '../period.ts'
import { go, hrefOf } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { DepreciateDialog, NewAsset, NewGroup } from './asset-dialogs.tsx'
import { AssetPane } from './asset-pane.tsx'

/** What the company keeps for years: what it cost, what is depreciated of it, and whether the ledger says the same. */
export function AssetsScreen({ number }: { number: number | undefined }) {
  const now = today()
  const register = useRead<Register>(assetPaths.register(now))
  const groups = useWhole<Listed<AssetGroup>>(assetPaths.groups)
  const [open, setOpen] = useState<'depreciate' | 'asset' | 'group' | undefined>(undefined)
  const close = (): void => setOpen(undefined)
  const ask = (what: 'depreciate' | 'asset'): unknown => (isReadOnly() ? false : setOpen(what))
  useKeys({
    Escape: () => (number === undefined ? false : go(hrefOf('/assets'))),
    n: () => ask('asset'),
    'Ctrl+Enter': () => ask('depreciate'),
  })
  const hasGroups = (groups.data?.items.length ?? 0) > 0
  return (
    <Page
      title={t('fixedAssets')}
      isFlush
      sub={register.data && t('assetsOn', { day: dayName(register.data.date) })}
      actions={
        <>
          <ReportButtons csv={`${assetPaths.register(now)}&format=csv`} name={`assets-${now}`} />
          <button type="button" class="btn only-wide" disabled={isReadOnly()} onClick={() => setOpen('group')}>
            {t('assetGroupNew')}
          </button>
          <button
            type="button"
            class="btn only-wide"
            disabled={isReadOnly() || !hasGroups}
            onClick={() => ask('asset')}
          >
            <Icon name="plus" /> {t('assetNew')} <kbd>N</kbd>
          </button>
          <button type="button" class="btn pri" disabled={isReadOnly() || !hasGroups} onClick={() => ask('depreciate')}>
            {t('depreciate')} <kbd>Ctrl ↵</kbd>
          </button>
        </>
      }
    >
      {register.data && groups.data ? (
        <Assets register={register.data} groups={groups.data.items} number={number} />
      ) : (
        <Awaited waits={register.data ? groups : register} number={number} />
      )}
      {open === 'depreciate' && <DepreciateDialog close={close} />}
      {open === 'asset' && groups.data && <NewAsset groups={groups.data.items} close={close} />}
      {open === 'group' && <NewGroup close={close} />}
    </Page>
  )
}

/** What is awaited stands where it will be. */
function Awaited({ waits, number }: { waits: Reading<unknown>; number: number | undefined }) {
  if (waits.refusal) return stateOf(waits)!
  return (
    <>
      <section class="owed facts" aria-label={t('bookValue')}>
        <div>
          <div class="s m3">{t('bookValue')}</div>
          <div class="figure">&nbsp;</div>
        </div>
      </section>
      <div class="split cs" data-voucher={number !== undefined}>
        <section class="pane" aria-label={t('fixedAssets')}>
          {stateOf(waits, 14, HEADED)}
        </section>
        <div class="pane only-wide" />
      </div>
    </>
  )
}

interface AssetsProps {
  register: Register
  groups: readonly AssetGroup[]
  number: number | undefined
}

function Assets({ register, groups, number }: AssetsProps) {
  const chosen = register.items.find(({ assetNumber }) => assetNumber === number)
  return (
    <>
      <section class="owed facts" aria-label={t('bookValue')}>
        <div>
          <div class="s m3">{t('bookValue')}</div>
          <div class="figure">
            <Figure amount={register.bookValue} href={hrefOf('/assets')} />
          </div>
        </div>
        <div>
          <div class="s m3">{t('cost')}</div>
          <div class="n b">
            <Figure amount={register.cost} href={hrefOf('/assets')} />
          </div>
        </div>
        <div>
          <div class="s m3">{t('depreciated')}</div>
          <div class="n b">
            <Figure amount={register.depreciation} href={hrefOf('/assets')} />
          </div>
        </div>
      </section>
      <div class="split cs" data-voucher={number !== undefined}>
        <section class="pane" aria-label={t('fixedAssets')}>
          {register.items.length === 0 ? (
            <Nothing title={t('noAssets')} text={t(groups.length === 0 ? 'noAssetGroupsText' : 'noAssetsText')} />
          ) : (
            <List register={register} groups={groups} number={number} />
          )}
        </section>
        {chosen ? (
          <AssetPane asset={chosen} group={groups.find((one) => one.number === chosen.groupNumber)} key={number} />
        ) : (
          <Agreement register={register} />
        )}
      </div>
    </>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th>{t('no')}</th>
      <th>{t('text')}</th>
      <th class="only-wide">{t('assetFrom')}</th>
      <th class="n only-wide w1360">{t('assetLife')}</th>
      <th class="n only-wide">{t('cost')}</th>
      <th class="n only-wide">{t('depreciated')}</th>
      <th class="n">{t('bookValue')}</th>
    </tr>
  </thead>
)

const HEADED: Headed = {
  table: 'dense',
  head: <Head />,
  cells: ['id', 'w', 'id only-wide', 'n only-wide w1360', 'n only-wide', 'n only-wide', 'n'],
}

function List({ register, groups, number }: AssetsProps) {
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t dense" data-grid="main">
        <Head />
        <tbody>
          {groups.map((group) => (
            <Group group={group} items={register.items} number={number} key={group.number} />
          ))}
        </tbody>
        <tfoot>
          <tr class="tot">
            <td />
            <td class="w">{counted('assetOne', 'assetMany', register.items.length)}</td>
            <td class="only-wide" />
            <td class="only-wide w1360" />
            <td class="n only-wide">
              <Figure amount={register.cost} href={hrefOf('/assets')} column="c" />
            </td>
            <td class="n only-wide">
              <Figure amount={register.depreciation} href={hrefOf('/assets')} column="d" />
            </td>
            <td class="n">
              <Figure amount={register.bookValue} href={hrefOf('/assets')} column="b" />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface GroupProps {
  group: AssetGroup
  items: readonly Asset[]
  number: number | undefined
}

function Group({ group, items, number }: GroupProps) {
  const own = items.filter(({ groupNumber }) => groupNumber === group.number)
  if (own.length === 0) return null
  return (
    <>
      <tr class="h">
        <td />
        <th scope="rowgroup" colSpan={6}>
          {group.name}
        </th>
      </tr>
      {own.map((asset) => (
        <Row asset={asset} isOn={asset.assetNumber === number} key={asset.assetNumber} />
      ))}
    </>
  )
}

function Row({ asset, isOn }: { asset: Asset; isOn: boolean }) {
  const href = hrefOf(`/assets/${asset.assetNumber}`)
  return (
    <tr class={isOn ? 'on' : ''} data-of={asset.assetNumber}>
      <td class="id">{asset.assetNumber}</td>
      <td class="w">
        <a href={href} aria-current={isOn ? 'true' : undefined}>
          {asset.text}
        </a>
      </td>
      <td class="id only-wide">{dayName(asset.startDate)}</td>
      <td class="n m2 only-wide w1360">{asset.lifeTimeMonths}</td>
      <td class="n only-wide">
        <Figure amount={asset.cost} href={href} column="c" />
      </td>
      <td class="n only-wide">
        <Figure amount={asset.depreciation} href={href} column="d" />
      </td>
      <td class="n b">
        <Figure amount={asset.bookValue} href={href} column="b" />
      </td>
    </tr>
  )
}

/** What the register and the ledger say of each account of the groups. */
function Agreement({ register: { accounts, date } }: { register: Register }) {
  const off = accounts.filter(({ difference }) => cents(difference) !== 0n).length
  return (
    <section class="pane only-wide" aria-label={t('assetAgreement')}>
      <div class="ph">
        <h2>{t('assetAgreement')}</h2>
        <span class="grow" />
        {accounts.length > 0 && (
          <span class={off > 0 ? 's warn' : 's m3'}>
            {off > 0 ? counted('assetOffOne', 'assetOffMany', off) : t('assetAgrees')}
          </span>
        )}
      </div>
      {accounts.length === 0 ? (
        <Nothing title={t('pickAsset')} />
      ) : (
        <div class="scroll" tabIndex={-1}>
          <table class="t dense drl names" data-grid="accounts">
            <thead>
              <tr>
                <th colSpan={2}>{t('account')}</th>
                <th class="n">{t('assetRegister')}</th>
                <th class="n">{t('assetLedger')}</th>
                <th class="n">{t('difference')}</th>
              </tr>
            </thead>
            <tbody>
              {accounts.map(({ accountNumber, name, register, ledger, difference }) => {
                const href = hrefOf(`/accounts/${accountNumber}`, { period: date.slice(0, 4) })
                return (
                  <tr key={accountNumber} data-account={accountNumber}>
                    <td class="id">{accountNumber}</td>
                    <td class="w">{name}</td>
                    <td class="n">
                      <Figure amount={register} href={href} column="r" />
                    </td>
                    <td class="n">
                      <Figure amount={ledger} href={href} column="l" />
                    </td>
                    <td class={cents(difference) === 0n ? 'n' : 'n neg b'}>
                      <Figure amount={difference} href={href} column="d" />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          {off > 0 && <p class="pad s m3">{t('assetOffText')}</p>}
        </div>
      )}
    </section>
  )
}
